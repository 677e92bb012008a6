/// The words of `present:`. `Presentation` in `WaybillPresentation` defines their meaning.
package enum PresentationWord: String, Sendable, CaseIterable {
    case push, present, popover, sheet, segue, show, showDetail, addChild, addSubview, custom, make
}
