// Starts `theoremtest lsp` in the first folder of the workspace and hands it LaTeX and files of claims. All else is the server's.
"use strict";
const { commands, window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const DOCUMENTS = [
  { scheme: "file", language: "latex" },
  { scheme: "file", language: "tex" },
  { scheme: "file", pattern: "**/*.tex" },
  { scheme: "file", pattern: "**/claims_*.py" },
];
let client;

async function start() {
  const settings = workspace.getConfiguration("theoremtest");
  // What a workspace sets runs a program: only where its folder is trusted, else the one on the path.
  const [command, ...args] = workspace.isTrusted ? settings.get("command") : ["theoremtest", "lsp"];
  const runClaims = workspace.isTrusted && settings.get("runClaims");
  client = new LanguageClient("theoremtest", "theoremtest", { command, args }, {
    documentSelector: DOCUMENTS,
    initializationOptions: { runClaims },
    synchronize: { fileEvents: workspace.createFileSystemWatcher("**/{claims_*.py,*.tex,*.sty,theoremtest-ledger.json}") },
  });
  try {
    await client.start();
  } catch (error) {
    window.showErrorMessage(`theoremtest: ${command} does not start: ${error.message}; pip install 'theoremtest[editor]', ` +
      "or name it in the setting theoremtest.command");
  }
}

async function stop() {
  if (client) await client.stop().catch(() => {});
  client = undefined;
}

async function activate(context) {
  context.subscriptions.push(commands.registerCommand("theoremtest.restart", async () => { await stop(); await start(); }));
  await start();
}

module.exports = { activate, deactivate: stop };
