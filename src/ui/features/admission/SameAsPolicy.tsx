import { POLICY_EXAMPLES } from '../../../api/policies/examples/catalogue'
import { Go } from '../../components/Go'
import { viewRoute } from '../../state/routes'
import { PAIRS } from './pairs'

/** The policy with expressions that is equivalent to a webhook of the catalogue. */
export function SameAsPolicy({ webhook }: { readonly webhook: string }) {
  const pair = PAIRS.find((one) => one.webhook === webhook)
  if (!pair) return null
  const example = POLICY_EXAMPLES.find(({ id }) => id === pair.policy)
  return (
    <p className="o-panel-body o-small o-dim o-flush">
      {example && (
        <>
          As a policy, without a server of your own:{' '}
          <Go place={{ to: viewRoute('/admission', 'policies'), search: { policy: example.id } }}>{example.title}</Go>
          .{' '}
        </>
      )}
      {pair.note}
    </p>
  )
}
