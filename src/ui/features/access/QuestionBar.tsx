import { useQueryState, useSetQuery } from '../../state/place'
import { isNamespaced, useAccess } from './context'
import { type Person, personOf } from './people'
import { PersonPicker, QuestionFields } from './pickers'
import { type Question, questionOf, searchOf } from './question'

/** The question in the address: a user, a verb and a resource. */
export function useQuestion(): {
  readonly question: Question
  readonly who: string
  /** Undefined if no valid user is named. */
  readonly person: Person | undefined
  readonly namespaced: boolean
} {
  const { resources } = useAccess()
  const query = useQueryState()
  const question = questionOf(query)
  const who = query['who'] ?? ''
  return { question, who, person: personOf(who), namespaced: isNamespaced(resources, question.what) }
}

/** The form for the question. */
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
