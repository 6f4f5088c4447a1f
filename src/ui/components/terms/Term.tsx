import { Popover } from '@mantine/core'
import { type ReactElement, type ReactNode, Suspense } from 'react'
import { Go } from '../Go'
import { ornament } from '../ornament'
import { termById } from './glossary'
import './terms.css'
import type { GlossaryTerm } from './glossary-term'

// The table of lessons is loaded when a term is opened.
const LessonAbout = ornament(() => import('../lesson/LessonAbout').then((m) => m.LessonAbout))

/** A glossary entry in a pop-over, opened by a button. */
function Explanation({ term, children }: { readonly term: GlossaryTerm; readonly children: ReactElement }) {
  return (
    <Popover width={320} position="bottom-start" shadow="md" trapFocus returnFocus transitionProps={{ duration: 0 }}>
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown className="o-word-text">
        <strong>{term.title}</strong>
        <p>{term.text}</p>
        <p>
          <Go place={{ to: '/reference/glossary', search: { term: term.id } }}>Open in the glossary</Go>.
          <Suspense fallback={null}>
            <LessonAbout sort="term" name={term.id} />
          </Suspense>
        </p>
      </Popover.Dropdown>
    </Popover>
  )
}

/** A glossary term in a text, as a button that explains it. Plain text if the glossary lacks the term. */
export function Term({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  const term = termById(id)
  if (!term) return children
  return (
    <Explanation term={term}>
      <button type="button" className="o-word">
        {children}
      </button>
    </Explanation>
  )
}

/** A question mark that explains the term beside it. */
export function TermMark({ id }: { readonly id: string }) {
  const term = termById(id)
  if (!term) return null
  return (
    <Explanation term={term}>
      <button type="button" className="o-word-mark" aria-label={`Explain: ${term.title}`}>
        ?
      </button>
    </Explanation>
  )
}
