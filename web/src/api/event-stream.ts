/** One event of a `text/event-stream`, as the standard has it. */
export type StreamEvent = { event: string; id: string; data: string }

/**
 * Cuts a stream's text into its events, however it was cut on the way. Answers what has become whole with each piece;
 * comments (heartbeats) are nothing.
 */
export function eventReader(): (piece: string) => StreamEvent[] {
  let rest = ''
  let lastId = ''
  return (piece) => {
    rest += piece
    const events: StreamEvent[] = []
    for (;;) {
      const end = /\r\n\r\n|\n\n|\r\r/.exec(rest)
      if (!end) return events
      const block = rest.slice(0, end.index)
      rest = rest.slice(end.index + end[0].length)
      const read = readBlock(block)
      lastId = read.id ?? lastId
      if (read.data !== null) events.push({ event: read.event, id: lastId, data: read.data })
    }
  }
}

function readBlock(block: string): { event: string; id: string | null; data: string | null } {
  let event = 'message'
  let id: string | null = null
  const data: string[] = []
  for (const line of block.split(/\r\n|\n|\r/)) {
    const colon = line.indexOf(':')
    if (colon === 0) continue
    const name = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (name === 'event') event = value
    else if (name === 'id') id = value
    else if (name === 'data') data.push(value)
  }
  return { event, id, data: data.length > 0 ? data.join('\n') : null }
}
