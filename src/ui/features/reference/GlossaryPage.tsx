import { TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Go } from '../../components/Go'
import { Icon } from '../../components/Icon'
import { LessonAbout } from '../../components/lesson/LessonAbout'
import { PageHead } from '../../components/PageHead'
import { Empty } from '../../components/States'
import { findTerms, termById, TERMS } from '../../components/terms/glossary'
import { useKeys } from '../../state/keys'
import { useQueryState, useSetQuery } from '../../state/place'
import './reference.css'
import type { GlossaryTerm } from '../../components/terms/glossary-term'
import { ReferenceTabs } from './ReferenceTabs'

/** Terms of the interface and of clusters in general, in two sentences each. */
export function GlossaryPage() {
  const query = useQueryState()
  const setQuery = useSetQuery()
  const box = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDListElement>(null)
  const filter = query['filter'] ?? ''
  const chosen = query['term']
  const found = findTerms(filter)
  useKeys([{ keys: '/', title: 'Search', run: () => box.current?.focus() }])
  useEffect(() => {
    list.current?.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'center' })
  }, [chosen])
  return (
    <div className="o-page">
      <PageHead
        title="Glossary"
        about="What the words on these pages mean. Underlined words on other pages open the same texts."
      />
      <ReferenceTabs at="glossary" />
      <div className="o-toolbar">
        <TextInput
          ref={box}
          w={280}
          aria-label="Search the glossary"
          placeholder="Term, or what you would call it"
          leftSection={<Icon name="search" size={14} />}
          value={filter}
          onChange={(event) => setQuery({ filter: event.currentTarget.value || undefined, term: undefined })}
        />
        <span className="o-dim o-num" role="status">
          {filter ? `${found.length} of ${TERMS.length} terms` : `${TERMS.length} terms`}
        </span>
      </div>
      <div className="o-page-body" tabIndex={0} role="region" aria-label="Terms">
        {found.length === 0 && (
          <Empty title="No matching term" icon="search">
            Try another word, or search for a page or a kind with Ctrl K.
          </Empty>
        )}
        <dl ref={list} className="o-glossary">
          {found.map((term) => (
            <Entry key={term.id} term={term} current={term.id === chosen} />
          ))}
        </dl>
      </div>
    </div>
  )
}

function Entry({
  term: { id, title, text, see = [] },
  current,
}: {
  readonly term: GlossaryTerm
  readonly current: boolean
}) {
  return (
    <div id={`term-${id}`} aria-current={current ? 'true' : undefined}>
      <dt>{title}</dt>
      <dd>
        {text}
        <LessonAbout sort="term" name={id} />
        {see.length > 0 && (
          <span className="o-small o-dim">
            {' See also: '}
            {see.map((other, i) => (
              <span key={other}>
                {i > 0 && ', '}
                <Go place={{ to: '/reference/glossary', search: { term: other } }}>
                  {termById(other)?.title ?? other}
                </Go>
              </span>
            ))}
          </span>
        )}
      </dd>
    </div>
  )
}
