import { Popover } from '@mantine/core'
import type { ReactNode } from 'react'
import { Go } from '../Go'
import { termById } from './glossary'
import './terms.css'

/** A word of the glossary in a text: a button that explains it. Plain text when the glossary has no such term. */
export function Term({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  const term = termById(id)
  if (!term) return children
  return (
    <Popover width={320} position="bottom-start" shadow="md" trapFocus returnFocus transitionProps={{ duration: 0 }}>
      <Popover.Target>
        <button type="button" className="o-word">
          {children}
        </button>
      </Popover.Target>
      <Popover.Dropdown className="o-word-text">
        <strong>{term.title}</strong>
        <p>{term.text}</p>
        <Go place={{ to: '/reference/glossary', search: { term: id } }}>Open in the glossary</Go>
      </Popover.Dropdown>
    </Popover>
  )
}
