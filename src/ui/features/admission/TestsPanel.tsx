import { ActionIcon, Button, Textarea, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { WebhookBackend } from '../../../outside/admission-webhook-settings'
import { Icon } from '../../components/Icon'
import { Verdict } from '../../components/Verdict'
import { notifyError } from '../../state/notify'
import { useDiscovery } from '../../queries/discovery'
import { Panel } from '../../components/Panel'
import { parseJson, writeJson } from '../../../machinery/json-text'
import { Tip } from '../../components/Tip'
import { WarningText } from '../../components/lesson/Taught'
import { sampleReview } from './workbench/sample'
import { useSample } from './workbench/use-trial'
import { pageSandbox } from './page-sandbox'
import { expectationOf, runCase, type TestCase, type TestResult } from './test-cases'
import { type RecentReview, useSource, useTests } from './use-webhooks'

/** Long enough to finish a word, short enough to follow the typing. */
const PAUSE_MS = 350
const LIMIT_MS = 2_000

type Results = Readonly<Record<string, TestResult>>

/** Runs all tests after code or tests have not changed for a moment. */
function useResults(source: string, tests: readonly TestCase[]): { results: Results; running: boolean } {
  const [results, setResults] = useState<Results>({})
  const [running, setRunning] = useState(true)
  const shape = writeJson(tests)
  useEffect(() => {
    let current = true
    setRunning(true)
    const timer = setTimeout(() => {
      const cases = parseJson(shape) as TestCase[]
      void Promise.all(
        cases.map(async (test) => [test.id, await runCase(pageSandbox(), source, test, LIMIT_MS)] as const),
      ).then((pairs) => {
        if (!current) return
        setResults(Object.fromEntries(pairs))
        setRunning(false)
      })
    }, PAUSE_MS)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [source, shape])
  return { results, running }
}

/** Reviews with expected results, rerun while the code is edited. */
export function TestsPanel({
  backend,
  recent,
}: {
  readonly backend: WebhookBackend
  readonly recent: readonly RecentReview[]
}) {
  const { text: source } = useSource(backend)
  const { tests, set } = useTests(backend)
  const { results, running } = useResults(source, tests)
  const sample = useSample(backend)
  const discovery = useDiscovery().data
  const [open, setOpen] = useState<string>()
  const passed = tests.filter(({ id }) => results[id]?.passed).length
  const last = recent.filter((one) => one.backend === backend.id).at(-1)
  const change = (id: string, part: Partial<TestCase>): void =>
    set(tests.map((test) => (test.id === id ? { ...test, ...part } : test)))
  const add = async (name: string, review: string): Promise<void> => {
    const id = crypto.randomUUID()
    const draft: TestCase = { id, name, review, expect: { allowed: true, message: '' } }
    const result = await runCase(pageSandbox(), source, draft, LIMIT_MS)
    set([...tests, result.outcome ? { ...draft, expect: expectationOf(result.outcome) } : draft])
    setOpen(id)
  }
  return (
    <Panel
      title="Tests"
      actions={
        <span aria-live="polite">
          {running ? (
            <Verdict tone="waiting">running</Verdict>
          ) : (
            <Verdict tone={tests.length === 0 ? 'none' : passed === tests.length ? 'allowed' : 'refused'}>
              {tests.length === 0 ? 'no tests' : `${passed} of ${tests.length} pass`}
            </Verdict>
          )}
        </span>
      }
    >
      <ul className="o-adm-tests">
        {tests.map((test) => (
          <li key={test.id}>
            <TestRow
              test={test}
              result={results[test.id]}
              open={open === test.id}
              onOpen={() => setOpen(open === test.id ? undefined : test.id)}
              onChange={(part) => change(test.id, part)}
              onRemove={() => set(tests.filter(({ id }) => id !== test.id))}
            />
          </li>
        ))}
      </ul>
      <div className="o-panel-body o-row wrap">
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="plus" size={14} />}
          onClick={() => {
            try {
              const review = sampleReview(sample.text, sample.operation, discovery)
              void add('The sample request', `${writeJson(review, 2)}\n`)
            } catch (error) {
              notifyError('The sample cannot become a test', error)
            }
          }}
        >
          From the sample
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="plus" size={14} />}
          disabled={!last}
          onClick={() => {
            if (last) void add('Last request from the API server', `${writeJson(last.review, 2)}\n`)
          }}
        >
          Add test from last request
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="copy" size={14} />}
          disabled={tests.length === 0}
          onClick={() => {
            const test = tests.find(({ id }) => id === open) ?? tests[0]
            if (test) void add(`${test.name} (copy)`, test.review)
          }}
        >
          Duplicate test
        </Button>
        {!last && <span className="o-dim o-tiny">Requests that reach the webhook can be saved as tests.</span>}
      </div>
    </Panel>
  )
}

function TestRow({
  test,
  result,
  open,
  onOpen,
  onChange,
  onRemove,
}: {
  readonly test: TestCase
  readonly result: TestResult | undefined
  readonly open: boolean
  readonly onOpen: () => void
  readonly onChange: (part: Partial<TestCase>) => void
  readonly onRemove: () => void
}) {
  const { allowed, message, object } = test.expect
  const { outcome } = result ?? {}
  return (
    <div className="o-stack o-tight">
      <div className="o-row">
        <button type="button" className="o-link o-grow o-break" aria-expanded={open} onClick={onOpen}>
          {test.name}
        </button>
        {result && <Verdict tone={result.passed ? 'allowed' : 'refused'}>{result.passed ? 'passes' : 'fails'}</Verdict>}
        <Tip label="Remove test">
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`Remove test ${test.name}`}
            onClick={onRemove}
          >
            <Icon name="trash" size={14} />
          </ActionIcon>
        </Tip>
      </div>
      {result && !result.passed && <div className="o-small o-tone o-tone-refused o-break">{result.why}</div>}
      {open && (
        <>
          <TextInput label="Name" value={test.name} onChange={(e) => onChange({ name: e.currentTarget.value })} />
          <Textarea
            label="Review"
            autosize
            minRows={4}
            maxRows={14}
            spellCheck={false}
            value={test.review}
            onChange={(e) => onChange({ review: e.currentTarget.value })}
            classNames={{ input: 'o-mono' }}
          />
          <dl className="o-facts o-small">
            <dt>Expected</dt>
            <dd>
              {allowed ? (object === undefined ? 'allowed unchanged' : 'allowed with changes') : 'refused'}
              {message && `: ${message}`}
            </dd>
            {outcome && (
              <>
                <dt>Actual</dt>
                <dd>
                  {outcome.allowed
                    ? outcome.object === undefined
                      ? 'allowed unchanged'
                      : 'allowed with changes'
                    : 'refused'}
                  {outcome.message && `: ${outcome.message}`}
                </dd>
              </>
            )}
            {outcome?.warnings.map((warning, i) => (
              <div key={i} className="o-contents">
                <dt>Warning</dt>
                <dd>
                  <WarningText text={warning} />
                </dd>
              </div>
            ))}
          </dl>
          {outcome && result?.passed === false && (
            <div>
              <Button size="compact-sm" variant="default" onClick={() => onChange({ expect: expectationOf(outcome) })}>
                Accept current result
              </Button>
            </div>
          )}
        </>
      )}
    </div>
  )
}
