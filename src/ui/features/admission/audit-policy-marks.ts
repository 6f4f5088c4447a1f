import { AuditPolicyError, parseAuditPolicy } from '../../../audit/policy'
import { fieldPosition, type Mark } from '../../components/editor/field-position'

/** Why the API server would not start with a policy, at the field that is wrong; empty for a good policy and for no text. */
export function auditPolicyMarks(text: string, release: number): Mark[] {
  if (text.trim() === '') return []
  try {
    parseAuditPolicy(text, release)
    return []
  } catch (error) {
    if (!(error instanceof AuditPolicyError)) throw error
    const { message } = error
    const [path = ''] =
      /(?:policy\.)?\b(?:rules|omitStages|omitManagedFields|apiVersion|kind)\b[\w.[\]]*/.exec(message) ?? []
    return [{ ...fieldPosition(text, path.replace(/^policy\./, '')), message, severity: 'error' }]
  }
}
