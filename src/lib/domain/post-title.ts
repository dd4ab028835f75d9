import { isVisible } from '#lib/schemas/visible-text.ts';

/** What a post is called where its title stands alone: on its card, in the browser's tab. One without a title has a name too. */
export function postTitle(post: { title: string }): string {
  return isVisible(post.title) ? post.title.trim() : 'Untitled post';
}
