/** An e-mail address that breaks before its @, where it is too long for a line, rather than within a word. */
export function MailAddress({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  if (at <= 0) return address
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}
