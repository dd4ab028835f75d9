/**
 * Says on the page "Sign-in needed" what a battle needs it for (Rule 33.1). Runs while the
 * page is parsed, so that nothing moves.
 */
const from = new URLSearchParams(location.search).get('redirectUri') ?? '';
const sentence = document.querySelector<HTMLElement>('[data-battle]');
if (sentence) sentence.hidden = !/^\/battle\b/.test(from);
