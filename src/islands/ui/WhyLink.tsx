import { paths } from '#lib/paths.ts';

/**
 * After a sentence: a link to the statement of a decision, with which the user can object. Nothing without its id (Rule 31.13).
 */
export const WhyLink = ({ id }: { id: string | undefined }) =>
  id && (
    <>
      {' '}
      <a href={paths.decision(id)}>Why, and how to object</a>
    </>
  );
