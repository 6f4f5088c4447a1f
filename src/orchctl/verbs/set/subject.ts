import { isObject, type JsonObject } from '../../../machinery/json'
import type { Command } from '../../core/command'
import { CommandError } from '../../core/errors'
import { textOf } from '../../describe/common'
import { subjectsOf } from '../create/rbac'
import { NOTHING_NAMED } from '../../resources/select'
import { changeObjects, SET_FLAGS } from './pod-specs'

/** `set subject`: adds subjects to role bindings. */
export const SUBJECT: Command = {
  name: 'subject',
  short: 'Update the user, group, or service account in a role binding or cluster role binding',
  flags: [
    ...SET_FLAGS,
    { name: 'group', type: 'strings', help: 'Group to bind' },
    { name: 'serviceaccount', type: 'strings', help: 'Service account to bind, as NAMESPACE:NAME' },
    { name: 'user', type: 'strings', help: 'User to bind' },
  ],
  async run(call) {
    if (call.args.length === 0 && call.flags.list('filename').length === 0) throw new CommandError(NOTHING_NAMED)
    const subjects = subjectsOf(call)
    if (subjects.length === 0)
      throw new CommandError('you must specify at least one value of user, group or serviceaccount')
    await changeObjects(call, {
      targets: call.args,
      operation: 'subjects updated',
      failure: 'failed to patch subjects to rolebinding:',
      apply(object, { resource, name }) {
        if (!resource.kind.endsWith('Binding'))
          throw new CommandError(
            `${resource.name}/${name} setting subjects is only supported for RoleBinding/ClusterRoleBinding`,
          )
        const there = Array.isArray(object.subjects) ? object.subjects.filter(isObject) : []
        const same = (a: JsonObject, b: JsonObject): boolean =>
          a.kind === b.kind && a.name === b.name && textOf(a.namespace) === textOf(b.namespace)
        object.subjects = [...there, ...subjects.filter((one) => !there.some((other) => same(one, other)))]
      },
    })
  },
}
