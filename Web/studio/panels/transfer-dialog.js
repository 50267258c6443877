// Importing the items of a kind from a file, with the outcome shown first, and exporting them.

import { ends, formatOf, importFile, pathOfExport, problemOf } from '../core/transfer.js';
import { openDialog } from '../ui/dialogs.js';
import { button, labelled, make, select } from '../ui/elements.js';
import { acceptFiles, fileOpener } from '../ui/files.js';
import { problemText } from '../ui/problems.js';

/** How many problems are listed; a file can have very many. */
const mostProblems = 200;

/**
 * Opens the dialog.
 * @param {import('../core/app.js').App} app
 * @param {any} kind its definition
 */
export async function openTransfer(app, kind) {
  const { t } = app;
  const ending = new AbortController();
  const imports = app.can('editor')
    ? importPart(app, kind, ending.signal) : make('p', 'help', {}, t('transferEditors'));
  const parts = [exportPart(app, kind), imports];
  await openDialog(t('transferTitle', { kind: kind.title ?? kind.kind }), parts, {
    closeLabel: t('close'), className: 'transfer-dialog',
  });
  ending.abort();
}

function exportPart({ t, state }, { kind, fields }) {
  const { locales, language } = state.get();
  const names = new Intl.DisplayNames([language], { type: 'language' });
  const format = select([['csv', t('transferCSV')], ['json', 'JSON'], ['ndjson', t('transferLines')]], {
    name: 'format', choose: follow,
  });
  const parts = locales.slice(1).map((tag) => [tag, t('transferUntranslated', { language: names.of(tag) })]);
  const untranslated = select([['', t('transferAll')], ...parts], { name: 'items', choose: follow });
  const link = make('a', 'button primary', { 'data-action': 'export' }, t('transferExport'));
  function follow() {
    link.href = pathOfExport(kind, { format: format.value, untranslated: untranslated.value });
    link.download = `${kind}.${format.value}`;
  }
  follow();
  const hasTexts = locales.length > 1 && fields.some((field) => field.localized);
  return make('section', 'transfer-part', { 'aria-label': t('transferExport') },
    make('h3', '', {}, t('transferExport')),
    make('p', 'help', {}, t('transferExportHelp')),
    make('div', 'columns', {}, labelled(t('transferFormat'), format),
      hasTexts ? labelled(t('items'), untranslated) : null),
    make('div', 'row', {}, link));
}

function importPart(app, { kind }, closing) {
  const { t } = app;
  let chosen = null;
  let ending;
  let isWriting = false;
  const { opener, input } = fileOpener(t('transferChoose'), {
    take: ([file]) => take(file), accept: ends.join(','), action: 'choose-file',
  });
  const bar = make('progress', 'progress', { max: 1, 'aria-label': t('transferTitle', { kind }) });
  const stage = make('p', 'help', { role: 'status' });
  const cancel = button(t('cancel'), { look: 'small', action: 'cancel-import', press: () => ending?.abort() });
  const work = make('div', 'transfer-work', { hidden: '' }, stage, bar, cancel);
  const outcome = make('div', 'transfer-outcome', { role: 'status' });
  const go = button(t('transferImport'), { look: 'primary', action: 'import', press: () => run(false) });
  go.hidden = true;
  closing.addEventListener('abort', () => ending?.abort());

  async function run(isDryRun) {
    ending?.abort();
    const own = (ending = new AbortController());
    const { file, format } = chosen;
    isWriting = !isDryRun;
    work.hidden = false;
    go.hidden = true;
    outcome.replaceChildren();
    stage.textContent = t('transferSending', { name: file.name });
    bar.value = 0;
    const progress = (part) => {
      if (part < 1) return (bar.value = part);
      bar.removeAttribute('value');
      stage.textContent = t(isDryRun ? 'transferChecking' : 'transferWriting', { name: file.name });
    };
    try {
      const result = await importFile(kind, file, { format, isDryRun, signal: own.signal, progress });
      outcome.replaceChildren(...counted(t, result, isDryRun, file.name));
      go.hidden = !isDryRun || !(result.inserted + result.updated);
      go.firstElementChild.textContent = t('transferImportCount', { count: result.inserted + result.updated });
      if (isDryRun && !go.hidden) go.focus();
      if (!isDryRun) await app.content.refresh();
    } catch (error) {
      // Another file was chosen meanwhile.
      if (ending !== own) return;
      const text = t(isDryRun ? 'transferCancelled' : 'transferUnsure');
      outcome.replaceChildren(...(own.signal.aborted ? [make('p', '', {}, text)] : refused(t, error)));
    } finally {
      if (ending === own) {
        work.hidden = true;
        isWriting = false;
      }
    }
  }

  function take(file) {
    // What is being imported is not broken off by another file.
    if (isWriting) return;
    const format = formatOf(file.name);
    ending?.abort();
    ending = null;
    chosen = { file, format };
    go.hidden = work.hidden = true;
    if (!format) return outcome.replaceChildren(make('p', 'problem', {}, t('transferWrongFile')));
    run(true);
  }
  const element = make('section', 'transfer-part transfer', { 'aria-label': t('transferImport') },
    make('h3', '', {}, t('transferImport')),
    make('p', 'help', {}, t('transferImportHelp')),
    make('div', 'row drop-row', {}, opener, input, make('span', 'quiet', {}, t('transferDrop'))),
    work, outcome, make('div', 'row', {}, go));
  acceptFiles(element, { take: ([file]) => take(file) });
  return element;
}

/** What an import does, or has done. */
function counted(t, { inserted, updated, unchanged, unknown_fields: unknown }, isDryRun, name) {
  const unknownNames = Object.entries(unknown ?? {})
    .map(([field, count]) => (count > 1 ? `${field} (${count})` : field)).join(', ');
  const facts = [['inserted', inserted], ['updated', updated], ['unchanged', unchanged]].map(([fact, count]) =>
    make('div', 'fact', {}, make('dt', '', {}, t(`transfer_${fact}`)), make('dd', '', {}, String(count))));
  return [
    make('p', 'outcome-title', {}, t(isDryRun ? 'transferWould' : 'transferDone', { name })),
    make('dl', 'outcome-facts', {}, ...facts),
    unknownNames ? make('p', 'hint', {}, t('transferUnknown', { names: unknownNames })) : null,
    isDryRun && !inserted && !updated ? make('p', 'help', {}, t('transferNothing')) : null,
  ].filter(Boolean);
}

/** Why nothing is imported, with all problems. */
function refused(t, error) {
  const problems = (error.errors ?? []).map(problemOf);
  if (!problems.length) return [make('p', 'problem', {}, problemText(t, error))];
  const columns = ['line', 'item', 'field'].filter((name) => problems.some((problem) => problem[name]));
  const head = [...columns, 'text'].map((name) => make('th', '', { scope: 'col' }, t(`transfer_${name}`)));
  const rows = problems.slice(0, mostProblems).map((problem) =>
    make('tr', '', {}, ...[...columns, 'text'].map((name) => make('td', '', {}, problem[name]))));
  return [
    make('p', 'problem outcome-title', {}, t('transferProblems', { count: problems.length })),
    make('div', 'problems', {
      tabindex: 0, role: 'region', 'aria-label': t('transferProblems', { count: problems.length }),
    },
      make('table', '', {}, make('thead', '', {}, make('tr', '', {}, ...head)), make('tbody', '', {}, ...rows))),
    problems.length > mostProblems ? make('p', 'help', {}, t('transferFirst', { count: mostProblems })) : null,
  ].filter(Boolean);
}
