import { createTheme, type MantineColorSchemeManager, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import './kit.css'

/** Colours and sizes come from the tokens by `kit-tokens.css`; the kit's own variables are not computed again. */
const theme = createTheme({ cursorType: 'pointer', respectReducedMotion: true, focusRing: 'never' })

/** Light or dark is the system's choice and is not stored. */
const systemScheme: MantineColorSchemeManager = {
  get: () => 'auto',
  set() {},
  subscribe() {},
  unsubscribe() {},
  clear() {},
}

/** Around an area whose screens use the component kit (multi-selects, menus, date pickers). Others do not load it. */
export function Kit({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={systemScheme}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  )
}
