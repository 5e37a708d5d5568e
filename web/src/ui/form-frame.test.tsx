import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TextField } from './fields.tsx'
import { FormFrame, type FormFrameProps } from './form-frame.tsx'

test('the summary of a refusal names the fields in their order on the screen, and other findings last', () => {
  const none = () => {}
  const form = (problem: FormFrameProps['problem']) => (
    <FormFrame
      form={{ current: null }}
      told={problem}
      pending={false}
      scope=""
      onSubmit={none}
      onChange={none}
      noteMended={none}
      problem={problem}
    >
      <TextField name="test" label="Test" />
      <TextField name="name" label="Name" />
    </FormFrame>
  )
  const { rerender } = render(form(null))
  const fields = { elsewhere: ['Ask the desk'], name: ['Required'], test: ['Choose one'] }
  rerender(form({ message: 'Please check these fields', fields }))
  const links = within(screen.getByRole('alert')).getAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual([
    'Test: Choose one',
    'Name: Required',
    'elsewhere: Ask the desk',
  ])
})
