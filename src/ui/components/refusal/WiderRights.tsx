import { ADMIN, useIdentity } from '../../state/identity'
import { Go } from '../Go'
import { whoText } from './asked'

/** Says, on a page that reads with the administrator's rights, that the page's user may see less. */
export function WiderRights() {
  const { identity } = useIdentity()
  if (identity.id === ADMIN.id) return null
  const { name } = identity
  return (
    <p className="o-small o-dim o-flush" role="note">
      Read with the administrator’s rights, so that nothing is missing.{' '}
      <Go place={{ to: '/access/rights', search: { who: whoText(name, identity) } }} className="o-link">
        What may {name} see?
      </Go>
    </p>
  )
}
