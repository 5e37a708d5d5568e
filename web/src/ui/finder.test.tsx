import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { ChosenHit, Finder, HitButton, useFinder } from './finder.tsx'

const people = [
  { id: 'ama', name: 'Ama Mensah' },
  { id: 'amina', name: 'Amina Issah' },
]

function Screen({ pending = false }: { pending?: boolean }) {
  const finder = useFinder()
  const [chosen, setChosen] = useState('')
  if (chosen) {
    return (
      <ChosenHit
        finder={finder}
        name="who"
        label="Chosen"
        letGo="Somebody else"
        onLetGo={() => setChosen('')}
      >
        {chosen}
      </ChosenHit>
    )
  }
  return (
    <Finder
      finder={finder}
      name="who"
      label="Find"
      hits={people}
      pending={pending}
      failure={null}
      none="Nobody"
    >
      {({ name }) => (
        <HitButton
          onClick={() => {
            finder.leave()
            setChosen(name)
          }}
        >
          {name}
        </HitButton>
      )}
    </Finder>
  )
}

const list = () => screen.findByRole('list', { name: 'Found' })

describe('a finder', () => {
  it('keeps the hits of an earlier search visible, and lets none be chosen until those of the typed text are there', async () => {
    const { rerender } = render(<Screen />)
    await userEvent.type(screen.getByLabelText('Find'), 'am')
    expect(await list()).not.toHaveAttribute('inert')
    await userEvent.type(screen.getByLabelText('Find'), 'i')
    expect(screen.getByText('Amina Issah').closest('ul')).toHaveAttribute('inert')
    rerender(<Screen pending />)
    await new Promise((done) => setTimeout(done, 400))
    expect(screen.getByText('Amina Issah').closest('ul')).toHaveAttribute('inert')
    rerender(<Screen />)
    expect(await list()).not.toHaveAttribute('inert')
  })

  it('gives the focus to the chosen hit, and takes it back when that is let go', async () => {
    render(<Screen />)
    expect(screen.getByLabelText('Find')).not.toHaveFocus()
    await userEvent.type(screen.getByLabelText('Find'), 'ama')
    await list()
    await userEvent.click(screen.getByRole('button', { name: 'Ama Mensah' }))
    expect(screen.getByRole('button', { name: 'Somebody else' })).toHaveFocus()
    await userEvent.click(screen.getByRole('button', { name: 'Somebody else' }))
    expect(screen.getByLabelText('Find')).toHaveFocus()
    expect(screen.getByLabelText('Find')).toHaveValue('')
  })
})
