// Not yet compiled with Apple's SDK: checked on Linux against stubs of the declarations that it uses.

#if canImport(UIKit) && !os(watchOS)
  import FeedLayout
  import TanadaClient
  import UIKit

  /// What slots show: the texts and the picture of an item, or of a header.
  struct SlotContentSource {
    let text: (SlotRole) -> String
    let stars: [Double]
    let image: FeedImage?
  }

  /// Draws slots from back to front.
  final class SlotsView: UIView {
    private var loadings: [Task<Void, Never>] = []
    /// The pictures that are shown, by their addresses: one that stays is not loaded again, and does not flash.
    private var pictures: [URL: UIImage] = [:]
    /// The borders that follow light and dark surroundings.
    private var borders: [(layer: CALayer, color: UIColor)] = []

    /// Removes everything, and stops loading pictures.
    func clear() {
      for loading in loadings { loading.cancel() }
      loadings = []
      for view in subviews { view.removeFromSuperview() }
      borders = []
    }

    override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
      super.traitCollectionDidChange(previousTraitCollection)
      colorBorders()
    }

    /// Gives borders their colours for the surroundings: those of layers do not change by themselves.
    private func colorBorders() {
      for (layer, color) in borders {
        layer.borderColor = color.resolvedColor(with: traitCollection).cgColor
      }
    }

    /// Draws a cell; one that is not known shows the picture alone.
    func show(
      _ cell: FeedCell?, size: Size, content: SlotContentSource, drawing: FeedDrawing
    ) {
      show(cell?.slots ?? [], size: size, content: content, drawing: drawing)
      if cell == nil, let image = content.image {
        add(
          image, mode: .fill, in: Rect(x: 0, y: 0, width: size.width, height: size.height), drawing)
      }
      layer.cornerRadius = cell?.cornerRadius ?? 8
      clipsToBounds = layer.cornerRadius > 0
      layer.borderWidth = cell?.border?.width ?? 0
      layer.borderColor = nil
      if let border = cell?.border { borders.append((layer, UIColor(border.color))) }
      colorBorders()
      backgroundColor = cell?.background.map { UIColor($0) }
    }

    /// Draws slots in a box of `size`.
    func show(
      _ slots: [FeedSlot], size: Size, content: SlotContentSource, drawing: FeedDrawing
    ) {
      clear()
      // Where texts end, by their roles, in points from the top.
      var ends: [SlotRole: Double] = [:]
      for slot in slots where slot.canBeDrawn {
        guard let rect = slot.rect(in: size, after: slot.after.flatMap { ends[$0] } ?? 0) else {
          continue
        }
        switch slot.content {
        case .image(let image):
          if let picture = content.image { add(picture, slot: image, in: rect, drawing) }
        case .shade(let color, let radius): add(box(color, radius: radius), in: rect)
        case .line(let color): add(box(color, radius: 0), in: rect)
        case .stars(let stars): add(StarsView(stars, fills: content.stars), in: rect)
        case .text(let text):
          let value = slot.role == .fixed ? text.text ?? "" : content.text(slot.role)
          ends[slot.role] = add(value, text, slot, in: rect)
        case .badge(let text, let badge):
          let value = slot.role == .fixed ? text.text ?? "" : content.text(slot.role)
          add(value, text, badge, in: rect)
        case .other: break
        }
      }
    }

    private func add(_ view: UIView, in rect: Rect) {
      view.frame = CGRect(rect)
      addSubview(view)
    }

    private func box(_ color: FeedColor?, radius: Double) -> UIView {
      let view = UIView()
      view.backgroundColor = color.map { UIColor($0) }
      view.layer.cornerRadius = radius
      return view
    }
  }

  extension SlotsView {
    private func add(
      _ picture: FeedImage, slot: SlotImage, in rect: Rect, _ drawing: FeedDrawing
    ) {
      let view = add(picture, mode: slot.mode, in: rect, drawing)
      view.layer.cornerRadius = slot.cornerRadius
      guard let border = slot.border else { return }
      let edge = UIView()
      edge.layer.borderWidth = border.width
      borders.append((edge.layer, UIColor(border.color)))
      colorBorders()
      edge.layer.cornerRadius = border.cornerRadius ?? slot.cornerRadius
      add(edge, in: rect)
    }

    /// Draws a picture, cropped by its box and with its focus in sight: first the placeholder, then a source.
    @discardableResult
    private func add(
      _ picture: FeedImage, mode: ImageFit.Mode, in rect: Rect, _ drawing: FeedDrawing
    ) -> UIView {
      let drawn = picture.rect(in: rect.size, mode: mode)
      let view = UIView()
      view.clipsToBounds = true
      view.backgroundColor = picture.placeholder?.color.map { UIColor($0) }
      let image = UIImageView()
      image.contentMode = .scaleToFill
      if mode == .fit {
        // A picture that fits has the corners and the background of the slot itself.
        view.frame = CGRect(drawn.moved(x: rect.x, y: rect.y))
        image.frame = CGRect(x: 0, y: 0, width: drawn.width, height: drawn.height)
      } else {
        view.frame = CGRect(rect)
        image.frame = CGRect(drawn)
      }
      let aspect = picture.size.map { $0.width / $0.height } ?? 1
      image.image = picture.placeholder?.thumbHash?.pixels(aspect: aspect).flatMap { UIImage($0) }
      view.addSubview(image)
      addSubview(view)
      let scale = Double(traitCollection.displayScale)
      if let wanted = FeedPicture(picture, box: rect.size, scale: scale, base: drawing.base) {
        func show(_ loaded: UIImage) {
          image.image = loaded
          guard mode == .fill else { return }
          // A source is cropped to about the slot already, the original is not.
          let size = Size(width: loaded.size.width, height: loaded.size.height)
          image.frame = CGRect(picture.rect(of: size, in: rect.size, mode: mode))
        }
        if let kept = pictures[wanted.url] {
          show(kept)
          return view
        }
        loadings.append(
          Task { [weak self] in
            let loaded = await drawing.loadPicture(wanted)
            guard !Task.isCancelled, let loaded else { return }
            self?.pictures = [wanted.url: loaded]
            show(loaded)
          })
      }
      return view
    }

    /// Draws a text, and returns where it ends, in points from the top.
    private func add(_ value: String, _ text: SlotText, _ slot: FeedSlot, in rect: Rect) -> Double {
      guard !value.isEmpty else { return rect.y }
      let label = SlotLabel(text.prefix + value, text)
      let wanted = label.sizeThatFits(CGSize(width: rect.width, height: .greatestFiniteMagnitude))
      let height = Double(wanted.height)
      let top = slot.isAnchoredAtBottom ? rect.maxY - height : rect.y
      add(label, in: Rect(x: rect.x, y: top, width: rect.width, height: height))
      return top + height
    }

    private func add(_ value: String, _ text: SlotText, _ badge: SlotBadge, in rect: Rect) {
      guard !value.isEmpty else { return }
      let label = SlotLabel(text.prefix + value, text)
      let wanted = label.sizeThatFits(CGSize(width: rect.width, height: rect.height))
      let width = min(rect.width, Double(wanted.width) + badge.left + badge.right)
      let x =
        switch text.alignment {
        case .left: rect.x
        case .center: rect.x + (rect.width - width) / 2
        case .right: rect.maxX - width
        }
      let box = box(badge.background, radius: min(badge.cornerRadius, rect.height / 2))
      add(box, in: Rect(x: x, y: rect.y, width: width, height: rect.height))
      label.frame = CGRect(
        x: badge.left, y: badge.top, width: width - badge.left - badge.right,
        height: rect.height - badge.top - badge.bottom)
      box.addSubview(label)
    }
  }
#endif
