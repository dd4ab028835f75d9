import type { UseFormRegisterReturn } from 'react-hook-form';
import { paths } from '#lib/routes.ts';
import { CheckField } from '../ui/Field.tsx';

interface GuidelinesFieldProps {
  registration: UseFormRegisterReturn;
  error: string | undefined;
}

/** The box that must be ticked before a post can be sent (Rule 9.5). */
export function GuidelinesField({ registration, error }: GuidelinesFieldProps) {
  return (
    <CheckField
      error={error}
      label={
        <>
          I have read the{' '}
          <a href={paths.guidelines} target="_blank" rel="noreferrer">
            posting guidelines
          </a>{' '}
          and this post follows them.
        </>
      }
    >
      {(control) => <input {...control} {...registration} type="checkbox" />}
    </CheckField>
  );
}
