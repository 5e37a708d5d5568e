/**
 * Something that a module tells the modules after it, or asks of them, since it may not import them. Handlers run with the caller's
 * `db`, so in its transaction if it has one, and each returns an `Answer`.
 */
export type Event<Within, Payload, Answer> = {
  readonly name: string
  readonly handler?: Handler<Within, Payload, Answer>
}

type Handler<Within, Payload, Answer> = (within: Within, payload: Payload) => Promise<Answer>

/** `Within` is the context that handlers need. */
export const event = <Within, Payload, Answer = void>(name: string): Event<Within, Payload, Answer> => ({
  name,
})

type Subscription = { event: unknown; handler: Handler<never, never, unknown> }

export const on = <Within, Payload, Answer>(
  event: Event<Within, Payload, Answer>,
  handler: Handler<Within, Payload, Answer>,
): Subscription => ({ event, handler })

/** Calls the handlers of an event, one after another in the order of their subscriptions. */
export type Tell = <Within, Payload, Answer>(
  event: Event<Within, Payload, Answer>,
  within: Within,
  payload: Payload,
) => Promise<Answer[]>

export const tellHandlers =
  (...subscriptions: Subscription[]): Tell =>
  async <Within, Payload, Answer>(event: unknown, within: Within, payload: Payload) => {
    const answers: Answer[] = []
    for (const one of subscriptions) {
      if (one.event !== event) continue
      answers.push(await (one.handler as Handler<Within, Payload, Answer>)(within, payload))
    }
    return answers
  }

/** Asks later modules a question; throws unless exactly one handler answers. */
export async function ask<Within extends { readonly tell: Tell }, Payload, Answer>(
  within: Within,
  question: Event<Within, Payload, Answer>,
  payload: Payload,
): Promise<Answer> {
  const [answer, ...more] = await within.tell(question, within, payload)
  if (answer === undefined || more.length > 0) throw new Error(`Not one answer to: ${question.name}`)
  return answer
}
