/**
 * Lists exports of `src/lib`, `packages` and `api` without a doc comment, and lines of comments that are too long. Run directly
 * it prints them and ends with code 1; the folder may be given as argument.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const COVERED = ['src/lib/**/*.ts', 'packages/*/src/**/*.ts', 'api/**/*.ts'];

const COMMENTED = [
  '{src,api,scripts}/**/*.{ts,tsx,mjs,astro,css}',
  'packages/*.mjs',
  'packages/*/{src,tests}/**/*.ts',
];
const COMMENT = /^\s*(\/\/|\{?\/\*|\*)/;
const LINE_MAX = 130;

const isExported = (node: ts.Node): boolean =>
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node)?.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword) ?? false);

const hasDocComment = (node: ts.Node): boolean => ts.getJSDocCommentsAndTags(node).some(ts.isJSDoc);

function nameOf(node: ts.Statement): string {
  if (ts.isVariableStatement(node)) {
    return node.declarationList.declarations.map((declaration) => declaration.name.getText()).join(', ');
  }
  const named = node as ts.Statement & { name?: ts.Node };
  return named.name?.getText() ?? 'default';
}

/** A type inferred from a documented value needs no comment: `z.infer<typeof PostSchema>`. */
const isInferredType = (node: ts.Statement): boolean =>
  ts.isTypeAliasDeclaration(node) && /\btypeof\b/.test(node.type.getText());

/** A call description documents itself by its `summary`. */
const hasSummary = (node: ts.Statement): boolean =>
  ts.isVariableStatement(node) && /^\s*summary:/m.test(node.declarationList.getText());

/** No blank line between the two: the comment above the first applies to the group. */
const isGroupedWith = (node: ts.Statement, previous: ts.Statement | undefined): boolean =>
  previous !== undefined && !/\n\s*\n/.test(node.getFullText().slice(0, node.getLeadingTriviaWidth()));

function undocumentedIn(source: ts.SourceFile): { name: string; line: number }[] {
  const documented = new Set<ts.Statement | string>();
  const found: { name: string; line: number }[] = [];
  for (const [index, node] of source.statements.entries()) {
    if (!isExported(node)) continue;
    const name = nameOf(node);
    const previous = source.statements[index - 1];
    const isOverload = documented.has(name);
    const isGrouped = previous !== undefined && documented.has(previous) && isGroupedWith(node, previous);
    if (hasDocComment(node) || hasSummary(node) || isInferredType(node) || isOverload || isGrouped) {
      documented.add(node).add(name);
    } else {
      found.push({ name, line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1 });
    }
  }
  return found;
}

/** One line per export without a doc comment: `file:line name`. */
export function undocumentedExports(root: string): string[] {
  return globSync(COVERED, { cwd: root }).flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    return undocumentedIn(source).map(({ name, line }) => `${file}:${line} ${name}`);
  });
}

/** Lines of comments above the limit, as `file:line`. */
function longComments(root: string): string[] {
  const isLong = (line: string): boolean => line.length > LINE_MAX && COMMENT.test(line);
  return globSync(COMMENTED, { cwd: root }).flatMap((file) => {
    const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
    return lines.flatMap((line, index) => (isLong(line) ? [`${file}:${index + 1}`] : []));
  });
}

if (import.meta.main) {
  const root = process.argv[2] ?? '.';
  const problems = [
    ...undocumentedExports(root).map((place) => `${place} is exported without a doc comment`),
    ...longComments(root).map((place) => `${place} is a comment of more than ${LINE_MAX} characters`),
  ];
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
