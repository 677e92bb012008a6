;;; Drives Emacs with the settings of Integrations/editors: emacs --batch -l Scripts/lsp/emacs.el  -*- lexical-binding: t -*-
;; It edits a set of two files, and fails at the first thing that does not work.

(package-initialize)
(load-file "Integrations/editors/emacs.el")
(setq eglot-sync-connect 20 eglot-autoshutdown nil eglot-confirm-server-initiated-edits nil)
(setq create-lockfiles nil make-backup-files nil auto-save-default nil)

(defun expect (what condition)
  (unless condition (message "emacs: %s failed: %s" what (buffer-string)) (kill-emacs 1)))

(defun wait-for (what condition)
  (let ((end (+ (float-time) 20)))
    (while (and (not (funcall condition)) (< (float-time) end)) (accept-process-output nil 0.05))
    (expect what (funcall condition))))

(let* ((folder (getenv "WAYBILL_SET"))
       (modules (find-file-noselect (concat folder "/Routes/modules.yaml"))))
  (with-current-buffer (find-file-noselect (concat folder "/Routes/routes.yaml"))
    (expect "mode" (eq major-mode 'waybill-mode))
    (unless (eglot-managed-p)
      (apply #'eglot--connect (eglot--guess-contact)))
    (wait-for "connection" #'eglot-managed-p)
    ;; Diagnostics, and a fix.
    (flymake-mode 1)
    (flymake-start)
    (wait-for "diagnostics" #'flymake-diagnostics)
    (expect "diagnostic" (string-match-p "GET" (flymake-diagnostic-text (car (flymake-diagnostics)))))
    (goto-char (point-min))
    (search-forward "[ge")
    (let* ((actions (jsonrpc-request
                     (eglot-current-server) :textDocument/codeAction
                     (list :textDocument (eglot--TextDocumentIdentifier)
                           :range (list :start (eglot--pos-to-lsp-position) :end (eglot--pos-to-lsp-position))
                           :context '(:diagnostics []))))
           (fix (seq-find (lambda (action) (eq t (plist-get action :isPreferred))) actions)))
      (eglot--apply-workspace-edit (plist-get fix :edit)))
    (expect "fix" (save-excursion (goto-char (point-min)) (search-forward "methods: [GET]" nil t)))
    (eglot--signal-textDocument/didChange)
    ;; A rename over two files.
    (goto-char (point-min))
    (search-forward "module: edi")
    (eglot-rename "note-editor")
    (expect "rename here" (save-excursion (goto-char (point-min)) (search-forward "module: note-editor" nil t)))
    (expect "rename there"
            (with-current-buffer modules (save-excursion (goto-char (point-min)) (search-forward "note-editor:" nil t))))
    ;; Completion and formatting.
    (goto-char (point-max))
    (insert "  - url: /other\n    module: ")
    (eglot--signal-textDocument/didChange)
    (with-current-buffer modules (eglot--signal-textDocument/didChange))
    (wait-for "completion"
              (lambda ()
                (let ((names (all-completions "" (nth 2 (eglot-completion-at-point)))))
                  (member "note-editor" (mapcar #'substring-no-properties names)))))
    (delete-region (save-excursion (forward-line -1) (point)) (point-max))
    (goto-char (point-min))
    (search-forward "waybill:")
    (insert "   ")
    (eglot--signal-textDocument/didChange)
    (eglot-format-buffer)
    (expect "format" (save-excursion (goto-char (point-min)) (looking-at-p "waybill: 1$")))
    (message "emacs: everything worked")
    (set-buffer-modified-p nil)))
(kill-emacs 0)
