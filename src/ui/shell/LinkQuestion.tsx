import { Button } from '@mantine/core'
import { Dialog } from '../components/Dialog'
import { type FlagChange, flagChanges } from '../../links/flag-changes'
import { dataOf } from '../../links/flag-effects'
import type { LinkState } from '../../server/control'
import { Icon } from '../components/Icon'
import { ErrorMessage } from '../components/States'
import { isSecretFlag } from '../state/flag-secrets'
import type { LinkGateState } from '../state/link'
import './link-question.css'

const LONGEST_SHOWN = 2_000

/** A flag value fit for display: the content of files, the length of secrets. */
function shown(name: string, value: string): string {
  if (isSecretFlag(name, value)) return `(hidden: ${value.length} characters)`
  const text = dataOf(value) ?? value
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)} … (${text.length} characters)` : text
}

function Value({ name, value, word }: { readonly name: string; readonly value: string; readonly word: string }) {
  return (
    <div className="o-link-value">
      <dt className="o-dim">{word}</dt>
      <dd className="o-mono o-break">{shown(name, value)}</dd>
    </div>
  )
}

function Change({ change }: { readonly change: FlagChange }) {
  const { name, before, after, danger, text } = change
  return (
    <li className={danger ? 'o-link-change danger' : 'o-link-change'}>
      <Icon name={danger ? 'warning' : 'info'} />
      <div className="o-grow">
        <strong className="o-mono o-break">--{name.replace(/^--/, '')}</strong>
        <div>
          {danger && <span className="o-tone o-tone-refused">Risk: </span>}
          {text}
        </div>
        <dl>
          {before !== undefined && <Value name={name} value={before} word={after === undefined ? 'Removed' : 'Now'} />}
          {after !== undefined && <Value name={name} value={after} word={before === undefined ? 'New' : 'Then'} />}
        </dl>
      </div>
    </li>
  )
}

function RelayChange({ address }: { readonly address: string }) {
  return (
    <li className="o-link-change danger">
      <Icon name="warning" />
      <div className="o-grow">
        <strong className="o-mono o-break">Relay {new URL(address).host}</strong>
        <div>
          <span className="o-tone o-tone-refused">Risk: </span>
          Opens the API of this cluster to programs on this machine, and calls webhooks through this program.
        </div>
      </div>
    </li>
  )
}

/**
 * Shows a link's changes, their effects, and where the link came from. As a question, the default is to leave the cluster
 * unchanged; during a trial it offers to save the running settings.
 */
export function LinkQuestion({
  gate,
  state,
  onClose,
}: {
  readonly gate: LinkGateState
  readonly state: LinkState
  readonly onClose: () => void
}) {
  const { link, busy, error } = gate
  const asking = state.ask
  const changes = asking
    ? flagChanges(state.argv, link.request?.argv ?? state.argv)
    : flagChanges(state.saved, state.argv)
  const relay = asking ? link.request?.relay : state.relay
  const danger = relay !== undefined || changes.some((change) => change.danger)
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title={asking ? 'A link asks to change this cluster' : 'What the link has changed'}
    >
      <div className="o-stack">
        <p className="o-link-from">
          {asking && 'This cluster contains your own objects, so nothing has been changed yet. '}
          {link.from ? (
            <>
              The link was opened from <strong className="o-break">{link.from}</strong>.
            </>
          ) : (
            'The browser does not say where the link came from.'
          )}{' '}
          {danger && 'Use the link only if you trust its author.'}
        </p>
        <ul className="o-link-changes" tabIndex={0} aria-label="Changes">
          {changes.map((change) => (
            <Change key={change.name} change={change} />
          ))}
          {relay !== undefined && <RelayChange address={relay} />}
          {changes.length === 0 && relay === undefined && <li>No changes.</li>}
        </ul>
        {changes.length > 0 && (
          <p className="o-dim o-link-from">The API server restarts. Stored objects are not changed.</p>
        )}
        {error !== undefined && <ErrorMessage error={error}>The cluster keeps its settings.</ErrorMessage>}
        <div className="o-row wrap o-link-actions">
          <Button variant={asking ? 'filled' : 'default'} onClick={onClose} data-autofocus>
            {asking ? 'Keep my cluster' : 'Close'}
          </Button>
          {asking && (
            <Button variant="default" loading={busy} onClick={() => void gate.accept(false)}>
              Try without saving
            </Button>
          )}
          {(!asking || changes.length > 0) && (
            <Button
              variant="light"
              {...(danger && { color: 'red' })}
              disabled={busy}
              onClick={() => void (asking ? gate.accept(true) : gate.end('save').then((saved) => saved && onClose()))}
            >
              {asking ? 'Use and save' : 'Save these settings'}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
