/**
 * Props of each part of a dossier.
 */
import type { Dossier, TeamDossier } from '../../live/judging.ts';

export interface TabProps {
  readonly found: TeamDossier;
  readonly dossier: Dossier;
}
