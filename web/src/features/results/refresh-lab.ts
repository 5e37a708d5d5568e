import type { QueryClient } from '@tanstack/react-query'

/** After results were entered, released or opened again: tasks, visits and results are all looked at again. */
export function refreshLab(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [, path] }) => typeof path === 'string' && /^\/api\/lab(task|test)\//i.test(path),
  })
}
