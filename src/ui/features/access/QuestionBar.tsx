import { useQueryState, useSetQuery } from '../../state/place'
import { isNamespaced, useAccess } from './context'
import { type Person, personOf } from './people'
import { PersonPicker, QuestionFields } from './pickers'
import { type Question, questionOf, searchOf } from './question'

/** The question that the address asks: who wants to do what. */
export function useQuestion(): {
  readonly question: Question
  readonly who: string
  /** Undefined while nobody, or nobody who can be, is named. */
  readonly person: Person | undefined
  readonly namespaced: boolean
} {
  const { resources } = useAccess()
  const query = useQueryState()
  const question = questionOf(query)
  const who = query['who'] ?? ''
  return { question, who, person: personOf(who), namespaced: isNamespaced(resources, question.what) }
}

/** The line of fields in which a question is asked. */
export function QuestionBar() {
  const { question, who } = useQuestion()
  const setQuery = useSetQuery()
  return (
    <div className="o-toolbar o-access-bar">
      <QuestionFields question={question} onChange={(next) => setQuery(searchOf(next), { push: true })}>
        <PersonPicker value={who} onChange={(next) => setQuery({ who: next }, { push: true })} />
      </QuestionFields>
    </div>
  )
}
