;;; waybill.el --- Waybill in Emacs with Eglot  -*- lexical-binding: t -*-

;; Emacs 29 or later, or Emacs 28 with the package eglot: load this file from your init file.
;;
;; Eglot starts one server for a buffer. Manifests get a mode of their own, so a server for YAML stays with other files.
;; Scripts/lsp.sh drives Emacs 28.2 with Eglot 1.9 and this file.

(require 'eglot)

(if (fboundp 'yaml-mode)
    (define-derived-mode waybill-mode yaml-mode "Waybill" "A mode for manifests of Waybill.")
  (define-derived-mode waybill-mode prog-mode "Waybill" "A mode for manifests of Waybill."
    (setq-local comment-start "# ")
    (setq-local indent-tabs-mode nil)))

(defun waybill--manifest-p ()
  "Whether the file of this buffer is a manifest or a configuration of Waybill."
  (when buffer-file-name
    (and (string-match-p "\\.ya?ml\\'" buffer-file-name)
         (or (locate-dominating-file buffer-file-name ".waybill.yaml")
             (string-match-p "/Routes/" buffer-file-name)))))

(defun waybill--project (folder)
  "The folder of the configuration above FOLDER, as a project, so that Eglot opens it as one."
  (let ((root (locate-dominating-file folder ".waybill.yaml")))
    (when root (cons 'transient (expand-file-name root)))))

(add-to-list 'magic-mode-alist '(waybill--manifest-p . waybill-mode))
(add-to-list 'eglot-server-programs
             `(waybill-mode . (,(or (getenv "WAYBILL") "waybill") "lsp")))
(add-hook 'project-find-functions #'waybill--project)
(add-hook 'waybill-mode-hook #'eglot-ensure)

(provide 'waybill)
;;; waybill.el ends here
