import { useStore } from '@nanostores/react';
import { paths } from '#lib/paths.ts';
import { $hasStatements } from '#lib/stores/core/feature.ts';

/** A link to the statement of a decision, for the person it concerns (Rule 31.13). Nothing where the API has no statements. */
export function DecisionLink({ id }: { id: string }) {
  return useStore($hasStatements) && <a href={paths.decision(id)}>Why, and how to object</a>;
}
