import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TextField } from './fields.tsx'
import { FormShell } from './form-shell.tsx'

test('the summary of a refusal names the fields in their order on the screen, and other findings last', () => {
  const form = (error: Parameters<typeof FormShell>[0]['error']) => (
    <FormShell error={error} pending={false} onSubmit={() => {}}>
      <TextField name="test" label="Test" />
      <TextField name="name" label="Name" />
    </FormShell>
  )
  const { rerender } = render(form(null))
  const fields = { elsewhere: ['Ask the desk'], name: ['Required'], test: ['Choose one'] }
  rerender(form({ message: 'Please look at these fields again', fields }))
  const links = within(screen.getByRole('alert')).getAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual([
    'Test: Choose one',
    'Name: Required',
    'elsewhere: Ask the desk',
  ])
})
