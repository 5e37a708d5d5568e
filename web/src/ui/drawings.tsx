export function EmptyTubeDrawing() {
  return <svg viewBox="0 0 10 10" aria-hidden="true" />
}
export function TippedTubeDrawing() {
  return <svg viewBox="0 0 10 10" aria-hidden="true" />
}
