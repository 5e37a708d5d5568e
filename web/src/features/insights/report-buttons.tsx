import { t } from '@lingui/core/macro'
import { insightCsv, insightReport } from '#contract/insight-reports.ts'
import { errorText } from '../../api/api-error.ts'
import { callForResponse } from '../../api/client.ts'
import { useCall } from '../../screen/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { comparisonOf, type InsightsSearch, type Range } from './insights-search.ts'

/** The figures that are shown, as files. */
export function ReportButtons({ search, range }: { search: InsightsSearch; range: Range }) {
  const { site, test, priority } = search
  const query = { ...range, siteId: site, test, priority, compareWith: comparisonOf(search, range) }
  return (
    <>
      <FileButton label={t`CSV`} endpoint={insightCsv} query={query} ending="csv" />
      <FileButton label={t`PDF report`} endpoint={insightReport} query={query} ending="pdf" />
    </>
  )
}

function FileButton({
  label,
  endpoint,
  query,
  ending,
}: {
  label: string
  endpoint: typeof insightCsv | typeof insightReport
  query: Range & {
    siteId: string | undefined
    test: string | undefined
    priority: InsightsSearch['priority']
    compareWith: InsightsSearch['compareWith']
  }
  ending: string
}) {
  const take = useCall(
    async () => {
      const response = await callForResponse(endpoint, { query })
      saveFile(await response.blob(), `insights-${query.from}-${query.to}.${ending}`)
    },
    { says: false, saysRefusal: (error) => errorText(error, t`The file could not be loaded. Try again.`) },
  )
  return (
    <Button pending={take.isPending} onClick={() => take.mutate()}>
      {label}
    </Button>
  )
}
