import { Button, Textarea } from '@mantine/core'
import { Word } from '../../components/terms/Explained'
import { useMemo, useRef } from 'react'
import { AbacPolicyError, type AbacPolicy, parseAbacPolicies } from '../../../authorization/abac'
import { explainAbac } from '../../../access-analysis/explain-abac'
import { Icon } from '../../components/Icon'
import { Loading, ErrorMessage } from '../../components/States'
import { Verdict } from '../../components/Verdict'
import { useFlags } from '../../queries/flags'
import { useDrafts } from '../../state/drafts'
import { useRestart } from '../../queries/use-restart'
import { authorizersOf } from '../../state/authorizers'
import { EXAMPLE_POLICY, runningPolicy, withPolicy } from './abac-file'
import { userInfoOf } from './people'
import { attributesFor } from './question'
import { QuestionBar, useQuestion } from './QuestionBar'
import { AbacResult } from './AbacResult'

const DRAFT = 'access/abac'

interface Parsed {
  readonly policies: readonly AbacPolicy[]
  readonly error?: AbacPolicyError
}

function parsed(text: string): Parsed {
  try {
    return { policies: parseAbacPolicies(text) }
  } catch (error) {
    if (error instanceof AbacPolicyError) return { policies: [], error }
    throw error
  }
}

/** An editor for the ABAC policy file, with requests to try. */
export function AbacView() {
  const flags = useFlags()
  const box = useRef<HTMLTextAreaElement>(null)
  const draft = useDrafts((state) => state.drafts[DRAFT]?.text)
  const { keep, drop, settle } = useDrafts.getState()
  const { restart, busy, error } = useRestart()
  const running = flags.data && runningPolicy(flags.data.argv)
  const text = draft ?? running ?? ''
  const { policies, error: bad } = useMemo(() => parsed(text), [text])
  const { question, person, namespaced } = useQuestion()
  const attributes = person && attributesFor(question, userInfoOf(person), namespaced)
  const answer = attributes && !bad ? { attributes, ...explainAbac(policies, attributes) } : undefined
  if (flags.isError) return <ErrorMessage error={flags.error} onRetry={() => void flags.refetch()} />
  if (!flags.data) return <Loading />
  const { argv } = flags.data
  const { modes, source } = authorizersOf(argv)
  const change = (next: string): void => (next === (running ?? '') ? drop(DRAFT) : keep(DRAFT, next))
  const show = (line: number): void => {
    const area = box.current
    if (!area) return
    const lines = text.split('\n')
    const from = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0)
    area.focus()
    area.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0))
  }
  return (
    <>
      <QuestionBar />
      <div className="o-page-body o-stack">
        <div className="o-row wrap">
          <Verdict tone={modes.includes('ABAC') ? 'allowed' : 'none'}>
            {modes.includes('ABAC') ? 'in force' : 'not in force'}
          </Verdict>
          <code className="o-dim">{source}</code>
          {draft !== undefined && <Verdict tone="changed">unsaved draft</Verdict>}
          <div className="o-row wrap o-push">
            <Button variant="default" leftSection={<Icon name="example" />} onClick={() => change(EXAMPLE_POLICY)}>
              Load example policy
            </Button>
            <Button variant="default" disabled={draft === undefined} onClick={() => drop(DRAFT)}>
              Revert to running policy
            </Button>
            <Button
              leftSection={<Icon name="refresh" />}
              loading={busy}
              disabled={bad !== undefined || text.trim() === '' || (draft === undefined && modes.includes('ABAC'))}
              onClick={() => void restart(withPolicy(argv, text)).then((done) => done && settle(DRAFT, text))}
            >
              Restart with this policy
            </Button>
          </div>
        </div>
        {error !== undefined && (
          <ErrorMessage error={error}>Nothing was changed. The API server keeps its current flags.</ErrorMessage>
        )}
        <div className="o-columns o-abac">
          <div className="o-stack">
            <Textarea
              ref={box}
              label="Policy file"
              description="One JSON object per line. Lines starting with # are comments. Policies can only allow."
              autosize
              minRows={10}
              maxRows={28}
              value={text}
              onChange={(e) => change(e.currentTarget.value)}
              error={bad ? `Line ${bad.line}: ${bad.why}` : undefined}
              classNames={{ input: 'o-mono o-nowrap' }}
              spellCheck={false}
            />
            {bad && (
              <div>
                <Button size="compact-sm" variant="default" onClick={() => show(bad.line)}>
                  Go to line {bad.line}
                </Button>
              </div>
            )}
            {policies.length > 0 && <Policies policies={policies} onShow={show} />}
          </div>
          <AbacResult answer={answer} bad={bad} show={show} change={change} text={text} />
        </div>
      </div>
    </>
  )
}

const COLUMNS = ['user', 'group', 'namespace', 'apiGroup', 'resource', 'nonResourcePath'] as const

function Policies({
  policies,
  onShow,
}: {
  readonly policies: readonly AbacPolicy[]
  readonly onShow: (line: number) => void
}) {
  return (
    <section className="o-panel o-scroll-x" aria-label="Parsed policies" tabIndex={0}>
      <table className="o-table">
        <thead>
          <tr>
            <th>Line</th>
            <th>User</th>
            <th>Group</th>
            <th>
              <Word id="namespace">Namespace</Word>
            </th>
            <th>
              <Word id="api-group">API group</Word>
            </th>
            <th>Resource</th>
            <th>Path</th>
            <th>Read-only</th>
          </tr>
        </thead>
        <tbody>
          {policies.map((policy) => (
            <tr key={policy.line}>
              <td>
                <button
                  type="button"
                  className="o-link o-num"
                  aria-label={`Go to line ${policy.line}`}
                  onClick={() => onShow(policy.line)}
                >
                  {policy.line}
                </button>
              </td>
              {COLUMNS.map((key) => (
                <td key={key} className="o-mono">
                  {policy[key] || <span className="o-faint">–</span>}
                </td>
              ))}
              <td>{policy.readonly ? 'yes' : <span className="o-faint">–</span>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
