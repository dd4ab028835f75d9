import { POST_CONTENT_MAX_LENGTH, POST_TITLE_MAX_LENGTH } from '#lib/schemas/post.ts';
import { MarkdownField, TextField, type TextFieldState } from './TextField.tsx';

interface PostTextFieldsProps {
  title: TextFieldState;
  content: TextFieldState;
  readOnly: boolean;
}

/** Title and content of a post. */
export function PostTextFields({ title, content, readOnly }: PostTextFieldsProps) {
  return (
    <>
      <TextField {...title} label="Title" required readOnly={readOnly} max={POST_TITLE_MAX_LENGTH} />
      <MarkdownField
        {...content}
        label="Content"
        required
        readOnly={readOnly}
        max={POST_CONTENT_MAX_LENGTH}
      />
    </>
  );
}
