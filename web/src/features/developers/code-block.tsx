/** A command or a program, as it is copied. */
export const CodeBlock = ({ children }: { children: string }) => (
  <pre
    className="wrap-anywhere my-2 select-all whitespace-pre-wrap rounded bg-sunk px-4 py-3 text-s"
    dir="ltr"
    lang="en"
  >
    <code>{children}</code>
  </pre>
)
