import { Modal, TextInput } from '@mantine/core'
import { Icon } from '../../../components/Icon'
import { useSessionDraft } from '../../../state/session-draft'
import { findPolicies, WEBHOOK_POLICIES } from './catalogue'
import type { WebhookPolicy } from './policy'

interface CatalogueProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly onChoose: (policy: WebhookPolicy) => void
}

/** A searchable catalogue of example webhooks. */
export function PolicyCatalogue({ opened, onClose, onChoose }: CatalogueProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Start from a policy"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
      transitionProps={{ duration: 0 }}
    >
      {opened && <CatalogueBody onChoose={onChoose} />}
    </Modal>
  )
}

function CatalogueBody({ onChoose }: Pick<CatalogueProps, 'onChoose'>) {
  const [typed, setTyped] = useSessionDraft('webhook-policies', '')
  const found = findPolicies(typed)
  const count = found.reduce((sum, { policies }) => sum + policies.length, 0)
  return (
    <form
      className="o-stack"
      onSubmit={(event) => {
        event.preventDefault()
        const [first] = found[0]?.policies ?? []
        if (first) onChoose(first)
      }}
    >
      <TextInput
        data-autofocus
        aria-label="Search policies"
        placeholder="Search: image, root, label, quota…"
        leftSection={<Icon name="search" size={14} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <p className="o-small o-dim o-adm-message" role="status">
        {count === 0
          ? 'No matching policy.'
          : `${count} of ${WEBHOOK_POLICIES.length} policies. Press Enter to use the first one.`}
      </p>
      {found.map(({ group, policies }) => (
        <section key={group} aria-label={group}>
          <h3 className="o-h2">{group}</h3>
          <ul className="o-adm-policies">
            {policies.map((policy) => (
              <li key={policy.id}>
                <button type="button" onClick={() => onChoose(policy)}>
                  <span>
                    <b>{policy.title}</b> <span className="o-tiny o-dim">{policy.kind.toLowerCase()}</span>
                  </span>
                  <span className="o-small o-dim">{policy.about}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </form>
  )
}
