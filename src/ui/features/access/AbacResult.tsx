import { Button } from '@mantine/core'
import type { Attributes } from '../../../authorization/authorizer'
import { AbacPolicyError } from '../../../authorization/abac'
import type { AbacMatch } from '../../../access-analysis/explain-abac'
import { Icon } from '../../components/Icon'
import { Empty } from '../../components/States'
import { Verdict } from '../../components/Verdict'
import { withLineFor, withMendedLine } from './abac-file'
import { phraseOf } from './question'
import { useQuestion } from './QuestionBar'

function Matches({
  matches,
  onShow,
  onMend,
}: {
  readonly matches: readonly AbacMatch[]
  readonly onShow: (line: number) => void
  readonly onMend?: (match: AbacMatch) => void
}) {
  return (
    <ol className="o-plain">
      {matches.map((match) => (
        <li key={match.policy.line}>
          <div className="o-row wrap">
            {match.lacks.map((lack) => (
              <Verdict key={lack} tone="refused">
                {lack} differs
              </Verdict>
            ))}
          </div>
          <div className="o-break">{match.what}.</div>
          <div className="o-row wrap">
            <span className="o-grow o-dim">{match.fix}</span>
            <button type="button" className="o-link o-small" onClick={() => onShow(match.policy.line)}>
              line {match.policy.line}
            </button>
            {onMend && (
              <Button size="compact-sm" leftSection={<Icon name="edit" size={12} />} onClick={() => onMend(match)}>
                Apply this fix
              </Button>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}

/** The file's decision on the request, line by line. */
export function AbacResult({
  answer,
  bad,
  show,
  change,
  text,
}: {
  readonly answer:
    | { allowed: boolean; matches: readonly AbacMatch[]; nearMisses: readonly AbacMatch[]; attributes: Attributes }
    | undefined
  readonly bad: AbacPolicyError | undefined
  readonly show: (line: number) => void
  readonly change: (next: string) => void
  readonly text: string
}) {
  const { who, question, namespaced } = useQuestion()
  return (
    <section className="o-panel" aria-label="Result">
      {!answer ? (
        <Empty title={bad ? 'The policy file is invalid' : 'Pick a user'} icon={bad ? 'warning' : 'identity'}>
          {bad
            ? 'Fix the line shown to get an answer.'
            : 'Choose a user above to check a request against the policy file.'}
        </Empty>
      ) : (
        <>
          <header>
            <h2>
              May <span className="o-mono">{who}</span> {phraseOf(question, namespaced)}?
            </h2>
            <span className="o-grow" />
            <Verdict tone={answer.allowed ? 'allowed' : 'none'}>{answer.allowed ? 'allowed' : 'no opinion'}</Verdict>
          </header>
          <div className="o-panel-body o-stack">
            <Matches
              matches={answer.allowed ? answer.matches : answer.nearMisses}
              onShow={show}
              {...(!answer.allowed && {
                onMend: (match: AbacMatch) => change(withMendedLine(text, match, answer.attributes)),
              })}
            />
            {!answer.allowed && (
              <div className="o-row wrap">
                <span className="o-grow o-dim">
                  {answer.nearMisses.length === 0 ? 'No close match. ' : ''}No line allows it, so the next authorizer
                  decides.
                </span>
                <Button
                  size="compact-sm"
                  leftSection={<Icon name="plus" size={12} />}
                  onClick={() => change(withLineFor(text, answer.attributes))}
                >
                  Add a line that allows it
                </Button>
              </div>
            )}
          </div>
        </>
      )}
    </section>
  )
}
