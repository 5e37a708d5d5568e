/** An error that was answered 500, as a server logged it. */
export type Failure = { time: string; message: string; code: string; stack: string }

/** The message of the log for an error that `refusalOf` does not know. */
const unexpected = 'a request failed'

type Line = { time: string; msg?: string; err?: { message: string; code?: string; stack: string } }

export function failuresIn(output: string): Failure[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}') && line.includes(unexpected))
    .map((line): Line => JSON.parse(line))
    .flatMap(({ time, msg, err }) =>
      msg === unexpected && err
        ? [{ time, message: err.message, code: err.code ?? '', stack: err.stack }]
        : [],
    )
}
