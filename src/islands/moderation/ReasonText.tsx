import { useCode } from '../ui/hooks/use-code.ts';

const ruleReason = { load: async () => (await import('./RuleReason.tsx')).RuleReason };

interface ReasonTextProps {
  reason: string;
  /** Codes of the guidelines that it names. */
  rules?: readonly string[] | undefined;
  /** Shown in place of an empty reason. */
  none?: string;
}

/** A moderator's reason, with links to the guidelines that it names (Rule 28.42). */
export function ReasonText({ reason, rules = [], none = 'No reason was given.' }: ReasonTextProps) {
  const { loaded: RuleReason } = useCode(ruleReason, rules.length > 0);
  return RuleReason && rules.length > 0 ? <RuleReason reason={reason} rules={rules} /> : reason || none;
}
