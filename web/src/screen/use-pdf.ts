import { openPdf } from '../ui/open-pdf.ts'
import { useCall } from './use-call.ts'

/** Shows the PDF from a call in a new tab, or saves it under `name` where the browser opens none. */
export function usePdf<Given = void>(
  read: (given: Given) => Promise<unknown>,
  name: string | ((given: Given) => string),
  how: { saysRefusal?: true; onDone?: () => void } = {},
) {
  const reading = useCall(
    ({ given, tab }: { given: Given; tab: Window | null }) =>
      openPdf(tab, typeof name === 'string' ? name : name(given), () => read(given)),
    { says: false, ...how },
  )
  return {
    ...reading,
    /** To be called on the click: browsers block tabs that are opened later. */
    open: (given: Given) => reading.mutate({ given, tab: window.open('', '_blank') }),
  }
}
