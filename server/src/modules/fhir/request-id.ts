const form = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([A-Z0-9-]{1,20})$/

/** The id of an ordered test: the id of the clinic’s order, or of the visit if no clinic ordered it, and the code of the test. */
export const requestId = (of: string, testCode: string): string => `${of}.${testCode}`

/** The order and the test in the id of a request; null if the id is malformed. */
export function partsOfRequestId(id: string): { orderId: string; testCode: string } | null {
  const [, orderId, testCode] = form.exec(id) ?? []
  return orderId === undefined || testCode === undefined ? null : { orderId, testCode }
}
