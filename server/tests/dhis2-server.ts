import { openLoopback } from './loopback-server.ts'

/**
 * A server that answers to data values as DHIS2 documents it (docs.dhis2.org, “Data values”): an import summary within `response`, 409
 * with conflicts for unknown objects, 401 for a wrong token. `manner`: a status that it answers everything with, or `hang`.
 */
export async function openDhis2(known: {
  authorization: string
  orgUnits: readonly string[]
  elements: readonly string[]
}) {
  type Value = { dataElement: string; categoryOptionCombo?: string; value: string }
  type Body = { dataSet: string; period: string; orgUnit: string; dataValues: Value[] }
  const dhis2 = {
    url: '',
    manner: null as number | 'hang' | null,
    headers: {} as Record<string, string>,
    /** Before version 2.38 the summary is the whole answer. */
    isOld: false,
    asked: [] as { query: Record<string, string>; authorization: string; body: Body }[],
    stored: new Map<string, string>(),
    close: (): Promise<void> => server.close(),
  }
  const server = await openLoopback((request, response, text) => {
    const url = new URL(request.url ?? '', dhis2.url)
    const body: Body = JSON.parse(text)
    const query = Object.fromEntries(url.searchParams)
    dhis2.asked.push({ query, authorization: request.headers.authorization ?? '', body })
    const say = (status: number, answer: object) =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...dhis2.headers })
        .end(JSON.stringify(answer))
    if (dhis2.manner === 'hang') return
    if (dhis2.manner !== null) return say(dhis2.manner, { status: 'ERROR', message: 'Down' })
    if (request.headers.authorization !== known.authorization)
      return say(401, {
        httpStatus: 'Unauthorized',
        httpStatusCode: 401,
        status: 'ERROR',
        message: 'Unauthorized',
      })
    if (url.pathname !== '/dhis/api/dataValueSets') return say(404, { message: 'Not found' })
    const { summary, isWhole } = imported(body, query.dryRun === 'true')
    const status = isWhole ? 200 : 409
    if (dhis2.isOld) return say(status, summary)
    say(status, {
      httpStatus: isWhole ? 'OK' : 'Conflict',
      httpStatusCode: status,
      status: isWhole ? 'OK' : 'WARNING',
      message: isWhole
        ? 'Import was successful.'
        : 'One more conflicts encountered, please check import summary.',
      response: summary,
    })
  })
  dhis2.url = `${server.origin}/dhis`

  function imported({ period, orgUnit, dataValues }: Body, isDry: boolean) {
    const importCount = { imported: 0, updated: 0, ignored: 0, deleted: 0 }
    const conflicts: object[] = []
    const reject = (object: string, value: string, errorCode: string, property: string, index: number) => {
      importCount.ignored++
      conflicts.push({ object, value, errorCode, property, indexes: [index] })
    }
    for (const [index, { dataElement, categoryOptionCombo, value }] of dataValues.entries()) {
      if (!known.orgUnits.includes(orgUnit)) {
        reject(
          orgUnit,
          `Organisation unit not found or not accessible: \`${orgUnit}\``,
          'E7612',
          'orgUnit',
          index,
        )
        continue
      }
      if (!known.elements.includes(dataElement)) {
        reject(
          dataElement,
          `Data element not found or not accessible: \`${dataElement}\``,
          'E7610',
          'dataElement',
          index,
        )
        continue
      }
      const cell = [period, orgUnit, dataElement, categoryOptionCombo ?? 'default'].join(' ')
      importCount[dhis2.stored.has(cell) ? 'updated' : 'imported']++
      if (!isDry) dhis2.stored.set(cell, value)
    }
    const isWhole = conflicts.length === 0
    const summary = {
      responseType: 'ImportSummary',
      status: isWhole ? 'SUCCESS' : 'WARNING',
      description: 'Import process completed successfully',
      importCount,
      conflicts,
      dataSetComplete: 'false',
    }
    return { summary, isWhole }
  }

  return dhis2
}
export type Dhis2 = Awaited<ReturnType<typeof openDhis2>>
