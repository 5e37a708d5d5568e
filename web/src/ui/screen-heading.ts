/** The heading of the screen; not that of the screen before, which React hides while a skeleton is shown. */
export const screenHeading = () =>
  [...document.querySelectorAll<HTMLElement>('main h1')].find(
    (found) => !found.closest('[style*="display: none"]'),
  ) ?? null
