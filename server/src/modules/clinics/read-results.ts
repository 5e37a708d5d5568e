import {
  readConfidentialReport,
  readConfidentialReportPdf,
  readReport,
  readReportPdf,
  readTrends,
} from '#server/modules/laboratory/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { requireOrder } from './read-orders.ts'

/** Released results of orders of the caller’s facility. */

async function visitOf(context: SignedIn, id: string): Promise<string> {
  const { visitId } = await requireOrder(context, id)
  if (visitId === null) throw notFound('A released report of this order')
  return visitId
}

export async function readClinicReport(context: SignedIn, id: string) {
  const { report } = await readReport(context, await visitOf(context, id))
  return { report }
}

export const clinicReportPdf = async (context: SignedIn, id: string, file?: string): Promise<Buffer> =>
  readReportPdf(context, await visitOf(context, id), { purpose: 'read', paper: 'page', file })

export async function readClinicConfidentialReport(context: SignedIn, id: string) {
  const { report } = await readConfidentialReport(context, await visitOf(context, id))
  return { report }
}

export const clinicConfidentialReportPdf = async (
  context: SignedIn,
  id: string,
  file?: string,
): Promise<Buffer> => readConfidentialReportPdf(context, await visitOf(context, id), { file })

export const readClinicTrends = async (context: SignedIn, id: string) =>
  readTrends(context, await visitOf(context, id))
