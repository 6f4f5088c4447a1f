import type { KindBehaviour } from '../../../kind'
import { GROUP, rulesErrors } from '../rules'

/** Permissions in one namespace (document 2, "Role-based access objects"). */
export const role: KindBehaviour = {
  group: GROUP,
  resource: 'roles',
  kind: 'Role',
  metadataPasses: [1, 2],
  repeatsObjectErrors: true,
  exporting: 'refused',
  nameRule: 'path',
  createOnUpdate: true,
  validate: (object) => rulesErrors(object, true),
}
