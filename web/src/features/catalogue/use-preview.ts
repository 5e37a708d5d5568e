import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type Preview, previewInterval } from '#contract/catalogue.ts'
import type { Interval } from '#contract/interval-rules.ts'
import type { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { keyOf } from '../../api/queries.ts'
import { useSettled } from '../../ui/use-settled.ts'

/** What these limits would say of the last weeks' results, once typing rests; nothing is asked while they are unsound. */
export function usePreview(
  code: string,
  interval: Interval | null,
): UseQueryResult<Preview, ApiError> & { isAbout: boolean } {
  const now = interval === null ? '' : JSON.stringify(interval)
  const settled = useSettled(now, 400)
  const params = { code }
  const query = useQuery<Preview, ApiError>({
    queryKey: [
      ...keyOf(previewInterval, { params, body: { ranges: [], normalOptions: null, criticalOptions: null } }),
      settled,
    ],
    queryFn: ({ signal }) => call(previewInterval, { params, body: JSON.parse(settled), signal }),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
  })
  return {
    ...query,
    isAbout: now !== '' && now === settled && !query.isPlaceholderData && query.data !== undefined,
  }
}
