/** Above this rate of requests a process is busy. */
const crowdPerSecond = 100

let requests = 0

/** Counts a request of this process. */
export function noteRequest(): void {
  requests++
}

/** Starts a measurement. The returned function says whether the rate of requests since then is above the limit. */
export function watchCrowd(): () => boolean {
  const [before, since] = [requests, performance.now()]
  return () => requests - before > ((performance.now() - since) / 1_000) * crowdPerSecond
}
