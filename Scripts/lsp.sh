#!/usr/bin/env bash
# Drives `waybill lsp` and `waybill mcp` with clients of others: Python clients (PyPI), and Neovim and Emacs where they are
# installed (Debian: neovim, emacs-nox, elpa-eglot): Scripts/lsp.sh [path of waybill]
set -euo pipefail
cd "$(dirname "$0")/.."
waybill="$(realpath "${1:-$(swift build --show-bin-path)/waybill}")"
[ -x "$waybill" ] || swift build --product waybill
tools=.build-formats/lsp
Scripts/venv.sh lsp "$tools" Scripts/lsp/requirements.txt
WAYBILL="$waybill" "$tools/bin/pytest" --quiet -p no:cacheprovider Scripts/lsp

set_of_two() {
    mkdir -p "$1/Routes"
    touch "$1/.waybill.yaml"
    cat > "$1/Routes/modules.yaml" <<'YAML'
waybill: 1
modules:
  editor: { factory: notes.editor }
YAML
    cat > "$1/Routes/routes.yaml" <<'YAML'
waybill: 1
routes:
  - id: show
    url: /notes/:id
    methods: [get]
    handler: showNote
  - { url: /new, module: editor }
YAML
}
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT
if command -v nvim > /dev/null; then
    set_of_two "$scratch/neovim"
    WAYBILL="$waybill" WAYBILL_SET="$scratch/neovim" timeout 120 nvim --headless -n -u NONE -c 'luafile Scripts/lsp/neovim.lua'
else
    echo "lsp: skipped Neovim, which is not installed"
fi
if emacs --batch --eval '(progn (package-initialize) (require (quote eglot)))' > /dev/null 2>&1; then
    set_of_two "$scratch/emacs"
    WAYBILL="$waybill" WAYBILL_SET="$scratch/emacs" timeout 120 emacs --batch -l Scripts/lsp/emacs.el
else
    echo "lsp: skipped Emacs with Eglot, which is not installed"
fi
