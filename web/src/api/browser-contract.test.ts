import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { contractWithoutSchemas } from '../../build/contract-without-schemas.ts'

/** What a browser would get of a script that uses the contract as `source` does. */
const bundled = async (source: string) => (await chunksOf(source))[0]?.code ?? ''

/** The first script, and the scripts that it may load later. */
async function chunksOf(source: string): Promise<Rolldown.OutputChunk[]> {
  const screen = `${import.meta.dirname}/screen-of-this-test.ts`
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'screen',
        enforce: 'pre',
        resolveId: (id) => (id === screen ? id : null),
        load: (id) => (id === screen ? source : null),
      },
      contractWithoutSchemas(),
    ],
    build: { write: false, minify: false, modulePreload: false, rolldownOptions: { input: screen } },
  })
  const [output] = [result].flat() as Rolldown.RolldownOutput[]
  return (output?.output ?? []).flatMap((one) => (one.type === 'chunk' ? [one] : []))
}

test('a screen that calls an endpoint gets its method and path, and neither schemas nor zod', async () => {
  const code = await bundled(
    `import { register } from '../../../contract/access.ts'\nconsole.log(register.method, register.path)`,
  )
  expect(code).toContain('/api/auth/register')
  expect(code).not.toContain('ZodObject')
  // Includes the bundler's code that loads the schema of the body later.
  expect(code.length).toBeLessThan(4500)
})

test('a screen that parses with a schema gets the real one', async () => {
  const code = await bundled(
    `import { newPassword } from '../../../contract/fields.ts'\nconsole.log(newPassword.safeParse('x'))`,
  )
  expect(code).toContain('Use at least 8 characters')
  expect(code).toContain('ZodString')
})

test.each([
  ['../../../contract/unsubscribe.ts', 'unsubscribe', 'a constant that several endpoints share'],
  ['../../../contract/queue-desk.ts', 'finishService', 'a function that makes several endpoints'],
])('%s leaves out the schemas of %s, which come from %s', async (module, name) => {
  const code = await bundled(`import { ${name} } from '${module}'\nconsole.log(${name}.method, ${name}.path)`)
  expect(code).toContain('/api/')
  expect(code).not.toContain('ZodObject')
})

test('the schema of a body is in a script of its own, which a form loads', async () => {
  const [first, ...later] = await chunksOf(
    `import { register } from '../../../contract/access.ts'\nconsole.log(register.body)`,
  )
  expect(first?.code).toMatch(/import\(['"`]\.\/access/)
  const all = later.map(({ code }) => code).join()
  expect(all).toContain('Use at least 8 characters')
  expect(all).toContain('ZodObject')
  // Only schemas of bodies: the browser reads answers without a schema.
  expect(all).not.toContain('pendingEmail')
})
