import { ActionIcon, Button, Textarea, TextInput } from '@mantine/core'
import { Icon } from '../../components/Icon'
import { Verdict } from '../../components/Verdict'
import { Tip } from '../../components/Tip'
import { WarningText } from '../../components/lesson/Taught'
import { expectationOf, type TestCase, type TestResult } from './test-cases'

/** A test with its result; opened, it can be edited. */
export function TestRow({
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
