import { Button } from '@mantine/core'
import { useMemo, useRef } from 'react'
import { explainAbac } from '../../../access-analysis/explain-abac'
import { Icon } from '../../components/Icon'
import { MarkedLines, selectLine } from '../../components/MarkedLines'
import { Loading, ErrorMessage } from '../../components/States'
import { Verdict } from '../../components/Verdict'
import { useFlags } from '../../queries/flags'
import { useDrafts } from '../../state/drafts'
import { useRestart } from '../../queries/use-restart'
import { authorizersOf } from '../../state/authorizers'
import { AbacPolicies } from './AbacPolicies'
import { EXAMPLE_POLICY, readPolicyFile, runningPolicy, withPolicy } from './abac-file'
import { userInfoOf } from './people'
import { attributesFor } from './question'
import { QuestionBar, useQuestion } from './QuestionBar'
import { AbacResult } from './AbacResult'

const DRAFT = 'access/abac'

/** An editor for the ABAC policy file, with requests to try. */
export function AbacView() {
  const flags = useFlags()
  const box = useRef<HTMLTextAreaElement>(null)
  const draft = useDrafts((state) => state.drafts[DRAFT]?.text)
  const { keep, drop, settle } = useDrafts.getState()
  const { restart, busy, error } = useRestart()
  const running = flags.data && runningPolicy(flags.data.argv)
  const text = draft ?? running ?? ''
  const { policies, problems } = useMemo(() => readPolicyFile(text), [text])
  const [bad] = problems
  const { question, person, namespaced } = useQuestion()
  const attributes = person && attributesFor(question, userInfoOf(person), namespaced)
  const answer = attributes && !bad ? { attributes, ...explainAbac(policies, attributes) } : undefined
  if (flags.isError) return <ErrorMessage error={flags.error} onRetry={() => void flags.refetch()} />
  if (!flags.data) return <Loading />
  const { argv } = flags.data
  const { modes, source } = authorizersOf(argv)
  const change = (next: string): void => (next === (running ?? '') ? drop(DRAFT) : keep(DRAFT, next))
  const show = (line: number): void => selectLine(box, line)
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
            <MarkedLines
              field={box}
              label="Policy file"
              description="One JSON object per line. Lines starting with # are comments. Policies can only allow."
              rows={[10, 28]}
              value={text}
              onChange={change}
              marks={problems.map(({ line, why }) => ({ line, message: why }))}
            />
            {policies.length > 0 && <AbacPolicies policies={policies} onShow={show} />}
          </div>
          <AbacResult answer={answer} bad={bad} show={show} change={change} text={text} />
        </div>
      </div>
    </>
  )
}
