/** The visible heading of the screen. The heading of the previous screen stays hidden in the document while a skeleton is shown. */
export const screenHeading = () =>
  [...document.querySelectorAll<HTMLElement>('main h1')].find(
    (found) => !found.closest('[style*="display: none"]'),
  ) ?? null
