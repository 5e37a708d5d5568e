/**
 * Runs `work` for each item, and continues after an item that failed.
 * @param failed is called with each error
 * @throws the first error, after all items
 */
export async function eachApart<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
  failed: (error: unknown, item: Item) => void,
): Promise<void> {
  const errors: unknown[] = []
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      failed(error, item)
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}
