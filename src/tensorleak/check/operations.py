"""Functions of TensorFlow that add operations, in modules that hold others, too: written by `make api`, not by hand."""

from __future__ import annotations

_NAMES = {
    "tf.contrib.deprecated": ("audio_summary histogram_summary image_summary merge_summary scalar_summary "),
    "tf.contrib.distributions": (
        "assign_log_moving_mean_exp assign_moving_mean_variance fill_triangular fill_triangular_inverse "
        "kl_divergence matrix_diag_transform moving_mean_variance percentile "
        "quadrature_scheme_lognormal_gauss_hermite quadrature_scheme_lognormal_quantiles "
        "quadrature_scheme_softmaxnormal_gauss_hermite quadrature_scheme_softmaxnormal_quantiles "
        "reduce_weighted_logsumexp softplus_inverse tridiag "
    ),
    "tf.contrib.estimator": (
        "binary_classification_head logistic_regression_head multi_class_head multi_label_head "
        "poisson_regression_head regression_head "
    ),
    "tf.contrib.framework": (
        "argsort assert_scalar assert_scalar_int convert_to_tensor_or_sparse_tensor global_variable "
        "local_variable reduce_sum_n remove_squeezable_dimensions smart_cond sort "
    ),
    "tf.contrib.graph_editor": (
        "make_placeholder_from_dtype_and_shape make_placeholder_from_tensor ph placeholder_name "
    ),
    "tf.contrib.image": (
        "angles_to_projective_transforms rotate transform translate translations_to_projective_transforms "
    ),
    "tf.contrib.integrate": ("odeint odeint_fixed "),
    "tf.contrib.kernel_methods": ("sparse_multiclass_hinge_loss "),
    "tf.contrib.labeled_tensor": (
        "abs acos add align asin atan batch boolean_mask cast ceil concat constant "
        "convert_to_labeled_tensor cos digamma div equal erf erfc exp expand_dims floor foldl greater "
        "greater_equal identity igamma igammac impose_axis_order less less_equal lgamma log logical_and "
        "logical_not logical_or logical_xor map_fn matmul maximum minimum mod mul neg not_equal ones_like "
        "pack pad parse_example parse_single_example placeholder polygamma pow random_crop reciprocal "
        "reduce_all reduce_any reduce_logsumexp reduce_max reduce_mean reduce_min reduce_prod reduce_sum "
        "rename_axis reshape round rsqrt select shuffle_batch sigmoid sign sin slice sqrt square "
        "squared_difference squeeze sub tan tanh tile transpose unpack verify_tensor_all_finite where "
        "zeros_like zeta "
    ),
    "tf.contrib.layers": (
        "avg_pool2d avg_pool3d batch_norm bias_add bow_encoder conv1d conv2d conv2d_in_plane "
        "conv2d_transpose conv3d conv3d_transpose convolution convolution1d convolution2d "
        "convolution2d_in_plane convolution2d_transpose convolution3d convolution3d_transpose "
        "dense_to_sparse dropout elu embed_sequence embedding_lookup_unique flatten fully_connected gdn "
        "group_norm images_to_sequence input_from_feature_columns instance_norm "
        "joint_weighted_sum_from_feature_columns layer_norm legacy_fully_connected legacy_linear "
        "legacy_relu linear max_pool2d max_pool3d maxout one_hot_encoding optimize_loss "
        "parse_feature_columns_from_examples parse_feature_columns_from_sequence_examples relu relu6 "
        "safe_embedding_lookup_sparse separable_conv2d separable_convolution2d "
        "sequence_input_from_feature_columns sequence_to_images softmax spatial_softmax unit_norm "
        "weighted_sum_from_feature_columns "
    ),
    "tf.contrib.learn": (
        "read_batch_examples read_batch_features read_keyed_batch_examples "
        "read_keyed_batch_examples_shared_queue read_keyed_batch_features "
        "read_keyed_batch_features_shared_queue "
    ),
    "tf.contrib.legacy_seq2seq": (
        "attention_decoder basic_rnn_seq2seq embedding_attention_decoder embedding_attention_seq2seq "
        "embedding_rnn_decoder embedding_rnn_seq2seq embedding_tied_rnn_seq2seq model_with_buckets "
        "one2many_rnn_seq2seq rnn_decoder sequence_loss sequence_loss_by_example tied_rnn_seq2seq "
    ),
    "tf.contrib.lookup": (
        "index_table_from_file index_table_from_tensor index_to_string index_to_string_table_from_file "
        "index_to_string_table_from_tensor string_to_index string_to_index_table_from_file "
        "string_to_index_table_from_tensor "
    ),
    "tf.contrib.losses": (
        "absolute_difference compute_weighted_loss cosine_distance hinge_loss log_loss "
        "mean_pairwise_squared_error mean_squared_error sigmoid_cross_entropy softmax_cross_entropy "
        "sparse_softmax_cross_entropy "
    ),
    "tf.contrib.metrics": (
        "accuracy auc_using_histogram auc_with_confidence_intervals cohen_kappa confusion_matrix count "
        "f1_score precision_at_recall precision_recall_at_equal_thresholds recall_at_precision "
        "sparse_recall_at_top_k streaming_accuracy streaming_auc streaming_concat streaming_covariance "
        "streaming_curve_points streaming_dynamic_auc streaming_false_negative_rate "
        "streaming_false_negative_rate_at_thresholds streaming_false_negatives "
        "streaming_false_positive_rate streaming_false_positive_rate_at_thresholds "
        "streaming_false_positives streaming_mean streaming_mean_absolute_error "
        "streaming_mean_cosine_distance streaming_mean_iou streaming_mean_relative_error "
        "streaming_mean_squared_error streaming_mean_tensor streaming_pearson_correlation "
        "streaming_percentage_less streaming_precision streaming_precision_at_thresholds streaming_recall "
        "streaming_recall_at_k streaming_recall_at_thresholds streaming_root_mean_squared_error "
        "streaming_sensitivity_at_specificity streaming_sparse_average_precision_at_k "
        "streaming_sparse_average_precision_at_top_k streaming_sparse_precision_at_k "
        "streaming_sparse_precision_at_top_k streaming_sparse_recall_at_k "
        "streaming_specificity_at_sensitivity streaming_true_negatives streaming_true_positives "
    ),
    "tf.contrib.model_pruning": ("masked_conv2d masked_convolution masked_fully_connected "),
    "tf.contrib.nn": (
        "alpha_dropout conv1d_transpose deprecated_flipped_sigmoid_cross_entropy_with_logits "
        "deprecated_flipped_softmax_cross_entropy_with_logits "
        "deprecated_flipped_sparse_softmax_cross_entropy_with_logits nth_element "
        "rank_sampled_softmax_loss scaled_softplus "
    ),
    "tf.contrib.periodic_resample": ("periodic_resample "),
    "tf.contrib.proto": ("decode_proto encode_proto "),
    "tf.contrib.quantization": (
        "accumulate_nv2 accumulate_nv2_eager_fallback acos acos_eager_fallback acosh acosh_eager_fallback "
        "add add_eager_fallback add_n add_n_eager_fallback add_v2 add_v2_eager_fallback angle "
        "angle_eager_fallback approximate_equal approximate_equal_eager_fallback arg_max "
        "arg_max_eager_fallback arg_min arg_min_eager_fallback asin asin_eager_fallback asinh "
        "asinh_eager_fallback atan atan2 atan2_eager_fallback atan_eager_fallback atanh "
        "atanh_eager_fallback avg_pool avg_pool3d avg_pool3d_eager_fallback avg_pool3d_grad "
        "avg_pool3d_grad_eager_fallback avg_pool_eager_fallback avg_pool_grad "
        "avg_pool_grad_eager_fallback batch_mat_mul batch_mat_mul_eager_fallback batch_mat_mul_v2 "
        "batch_mat_mul_v2_eager_fallback batch_norm_with_global_normalization_grad "
        "batch_norm_with_global_normalization_grad_eager_fallback bessel_i0e bessel_i0e_eager_fallback "
        "bessel_i1e bessel_i1e_eager_fallback betainc betainc_eager_fallback bias_add "
        "bias_add_eager_fallback bias_add_grad bias_add_grad_eager_fallback bias_add_v1 "
        "bias_add_v1_eager_fallback bincount bincount_eager_fallback bucketize bucketize_eager_fallback "
        "cast cast_eager_fallback ceil ceil_eager_fallback compare_and_bitpack "
        "compare_and_bitpack_eager_fallback complex_abs complex_abs_eager_fallback conj "
        "conj_eager_fallback conv2d conv2d_backprop_filter conv2d_backprop_filter_eager_fallback "
        "conv2d_backprop_input conv2d_backprop_input_eager_fallback conv2d_eager_fallback conv3d "
        "conv3d_backprop_filter conv3d_backprop_filter_eager_fallback conv3d_backprop_filter_v2 "
        "conv3d_backprop_filter_v2_eager_fallback conv3d_backprop_input "
        "conv3d_backprop_input_eager_fallback conv3d_backprop_input_v2 "
        "conv3d_backprop_input_v2_eager_fallback conv3d_eager_fallback cos cos_eager_fallback cosh "
        "cosh_eager_fallback cross cross_eager_fallback cumprod cumprod_eager_fallback cumsum "
        "cumsum_eager_fallback cumulative_logsumexp cumulative_logsumexp_eager_fallback "
        "data_format_dim_map data_format_dim_map_eager_fallback data_format_vec_permute "
        "data_format_vec_permute_eager_fallback depthwise_conv2d_native "
        "depthwise_conv2d_native_backprop_filter depthwise_conv2d_native_backprop_filter_eager_fallback "
        "depthwise_conv2d_native_backprop_input depthwise_conv2d_native_backprop_input_eager_fallback "
        "depthwise_conv2d_native_eager_fallback dequantize digamma digamma_eager_fallback dilation2d "
        "dilation2d_backprop_filter dilation2d_backprop_filter_eager_fallback dilation2d_backprop_input "
        "dilation2d_backprop_input_eager_fallback dilation2d_eager_fallback div div_eager_fallback "
        "div_no_nan div_no_nan_eager_fallback elu elu_eager_fallback elu_grad elu_grad_eager_fallback "
        "equal equal_eager_fallback erf erf_eager_fallback erfc erfc_eager_fallback euclidean_norm "
        "euclidean_norm_eager_fallback exp exp_eager_fallback expm1 expm1_eager_fallback floor floor_div "
        "floor_div_eager_fallback floor_eager_fallback floor_mod floor_mod_eager_fallback "
        "fractional_avg_pool fractional_avg_pool_eager_fallback fractional_avg_pool_grad "
        "fractional_avg_pool_grad_eager_fallback fractional_max_pool fractional_max_pool_eager_fallback "
        "fractional_max_pool_grad fractional_max_pool_grad_eager_fallback fused_batch_norm_grad "
        "fused_batch_norm_grad_eager_fallback fused_batch_norm_grad_v2 "
        "fused_batch_norm_grad_v2_eager_fallback fused_batch_norm_grad_v3 "
        "fused_batch_norm_grad_v3_eager_fallback fused_batch_norm_v2 fused_batch_norm_v2_eager_fallback "
        "fused_batch_norm_v3 fused_batch_norm_v3_eager_fallback fused_pad_conv2d "
        "fused_pad_conv2d_eager_fallback fused_resize_and_pad_conv2d "
        "fused_resize_and_pad_conv2d_eager_fallback greater greater_eager_fallback greater_equal "
        "greater_equal_eager_fallback igamma igamma_eager_fallback igamma_grad_a "
        "igamma_grad_a_eager_fallback igammac igammac_eager_fallback imag imag_eager_fallback in_top_k "
        "in_top_k_eager_fallback in_top_kv2 in_top_kv2_eager_fallback inv inv_eager_fallback inv_grad "
        "inv_grad_eager_fallback is_finite is_finite_eager_fallback is_inf is_inf_eager_fallback is_nan "
        "is_nan_eager_fallback l2_loss l2_loss_eager_fallback leaky_relu leaky_relu_eager_fallback "
        "leaky_relu_grad leaky_relu_grad_eager_fallback less less_eager_fallback less_equal "
        "less_equal_eager_fallback lgamma lgamma_eager_fallback lin_space lin_space_eager_fallback log "
        "log1p log1p_eager_fallback log_eager_fallback log_softmax log_softmax_eager_fallback logical_and "
        "logical_and_eager_fallback logical_not logical_not_eager_fallback logical_or "
        "logical_or_eager_fallback lrn lrn_eager_fallback lrn_grad lrn_grad_eager_fallback mat_mul "
        "mat_mul_eager_fallback max_pool max_pool3d max_pool3d_eager_fallback max_pool3d_grad "
        "max_pool3d_grad_eager_fallback max_pool3d_grad_grad max_pool3d_grad_grad_eager_fallback "
        "max_pool_eager_fallback max_pool_grad max_pool_grad_eager_fallback max_pool_grad_grad "
        "max_pool_grad_grad_eager_fallback max_pool_grad_grad_v2 max_pool_grad_grad_v2_eager_fallback "
        "max_pool_grad_grad_with_argmax max_pool_grad_grad_with_argmax_eager_fallback max_pool_grad_v2 "
        "max_pool_grad_v2_eager_fallback max_pool_grad_with_argmax "
        "max_pool_grad_with_argmax_eager_fallback max_pool_v2 max_pool_v2_eager_fallback "
        "max_pool_with_argmax max_pool_with_argmax_eager_fallback maximum maximum_eager_fallback mean "
        "mean_eager_fallback minimum minimum_eager_fallback mod mod_eager_fallback mul mul_eager_fallback "
        "mul_no_nan mul_no_nan_eager_fallback neg neg_eager_fallback next_after next_after_eager_fallback "
        "not_equal not_equal_eager_fallback nth_element nth_element_eager_fallback polygamma "
        "polygamma_eager_fallback prod prod_eager_fallback quantize_down_and_shrink_range "
        "quantize_down_and_shrink_range_eager_fallback quantize_v2 quantized_add "
        "quantized_add_eager_fallback quantized_avg_pool quantized_avg_pool_eager_fallback "
        "quantized_batch_norm_with_global_normalization "
        "quantized_batch_norm_with_global_normalization_eager_fallback quantized_bias_add "
        "quantized_bias_add_eager_fallback quantized_concat quantized_conv2d quantized_conv2d_and_relu "
        "quantized_conv2d_and_relu_and_requantize quantized_conv2d_and_relu_and_requantize_eager_fallback "
        "quantized_conv2d_and_relu_eager_fallback quantized_conv2d_and_requantize "
        "quantized_conv2d_and_requantize_eager_fallback quantized_conv2d_eager_fallback "
        "quantized_conv2d_per_channel quantized_conv2d_per_channel_eager_fallback "
        "quantized_conv2d_with_bias quantized_conv2d_with_bias_and_relu "
        "quantized_conv2d_with_bias_and_relu_and_requantize "
        "quantized_conv2d_with_bias_and_relu_and_requantize_eager_fallback "
        "quantized_conv2d_with_bias_and_relu_eager_fallback quantized_conv2d_with_bias_and_requantize "
        "quantized_conv2d_with_bias_and_requantize_eager_fallback "
        "quantized_conv2d_with_bias_eager_fallback "
        "quantized_conv2d_with_bias_signed_sum_and_relu_and_requantize "
        "quantized_conv2d_with_bias_signed_sum_and_relu_and_requantize_eager_fallback "
        "quantized_conv2d_with_bias_sum_and_relu quantized_conv2d_with_bias_sum_and_relu_and_requantize "
        "quantized_conv2d_with_bias_sum_and_relu_and_requantize_eager_fallback "
        "quantized_conv2d_with_bias_sum_and_relu_eager_fallback quantized_depthwise_conv2d "
        "quantized_depthwise_conv2d_eager_fallback quantized_depthwise_conv2d_with_bias "
        "quantized_depthwise_conv2d_with_bias_and_relu "
        "quantized_depthwise_conv2d_with_bias_and_relu_and_requantize "
        "quantized_depthwise_conv2d_with_bias_and_relu_and_requantize_eager_fallback "
        "quantized_depthwise_conv2d_with_bias_and_relu_eager_fallback "
        "quantized_depthwise_conv2d_with_bias_eager_fallback quantized_mat_mul "
        "quantized_mat_mul_eager_fallback quantized_mat_mul_with_bias "
        "quantized_mat_mul_with_bias_and_relu quantized_mat_mul_with_bias_and_relu_and_requantize "
        "quantized_mat_mul_with_bias_and_relu_and_requantize_eager_fallback "
        "quantized_mat_mul_with_bias_and_relu_eager_fallback quantized_mat_mul_with_bias_eager_fallback "
        "quantized_max_pool quantized_max_pool_eager_fallback quantized_mul quantized_mul_eager_fallback "
        "quantized_relu quantized_relu6 quantized_relu6_eager_fallback quantized_relu_eager_fallback "
        "quantized_relu_x quantized_relu_x_eager_fallback real real_div real_div_eager_fallback "
        "real_eager_fallback reciprocal reciprocal_eager_fallback reciprocal_grad "
        "reciprocal_grad_eager_fallback relu relu6 relu6_eager_fallback relu6_grad "
        "relu6_grad_eager_fallback relu_eager_fallback relu_grad relu_grad_eager_fallback "
        "requantization_range requantization_range_eager_fallback requantization_range_per_channel "
        "requantization_range_per_channel_eager_fallback requantize requantize_eager_fallback "
        "requantize_per_channel requantize_per_channel_eager_fallback rint rint_eager_fallback round "
        "round_eager_fallback rsqrt rsqrt_eager_fallback rsqrt_grad rsqrt_grad_eager_fallback segment_max "
        "segment_max_eager_fallback segment_mean segment_mean_eager_fallback segment_min "
        "segment_min_eager_fallback segment_prod segment_prod_eager_fallback segment_sum "
        "segment_sum_eager_fallback select select_eager_fallback select_v2 select_v2_eager_fallback selu "
        "selu_eager_fallback selu_grad selu_grad_eager_fallback sigmoid sigmoid_eager_fallback "
        "sigmoid_grad sigmoid_grad_eager_fallback sign sign_eager_fallback sin sin_eager_fallback sinh "
        "sinh_eager_fallback softmax softmax_cross_entropy_with_logits "
        "softmax_cross_entropy_with_logits_eager_fallback softmax_eager_fallback softplus "
        "softplus_eager_fallback softplus_grad softplus_grad_eager_fallback softsign "
        "softsign_eager_fallback softsign_grad softsign_grad_eager_fallback sparse_mat_mul "
        "sparse_mat_mul_eager_fallback sparse_segment_mean sparse_segment_mean_eager_fallback "
        "sparse_segment_mean_grad sparse_segment_mean_grad_eager_fallback "
        "sparse_segment_mean_with_num_segments sparse_segment_mean_with_num_segments_eager_fallback "
        "sparse_segment_sqrt_n sparse_segment_sqrt_n_eager_fallback sparse_segment_sqrt_n_grad "
        "sparse_segment_sqrt_n_grad_eager_fallback sparse_segment_sqrt_n_with_num_segments "
        "sparse_segment_sqrt_n_with_num_segments_eager_fallback sparse_segment_sum "
        "sparse_segment_sum_eager_fallback sparse_segment_sum_with_num_segments "
        "sparse_segment_sum_with_num_segments_eager_fallback sparse_softmax_cross_entropy_with_logits "
        "sparse_softmax_cross_entropy_with_logits_eager_fallback sqrt sqrt_eager_fallback sqrt_grad "
        "sqrt_grad_eager_fallback square square_eager_fallback squared_difference "
        "squared_difference_eager_fallback sub sub_eager_fallback tan tan_eager_fallback tanh "
        "tanh_eager_fallback tanh_grad tanh_grad_eager_fallback top_k top_k_eager_fallback top_kv2 "
        "top_kv2_eager_fallback truncate_div truncate_div_eager_fallback truncate_mod "
        "truncate_mod_eager_fallback unsorted_segment_max unsorted_segment_max_eager_fallback "
        "unsorted_segment_min unsorted_segment_min_eager_fallback unsorted_segment_prod "
        "unsorted_segment_prod_eager_fallback unsorted_segment_sum unsorted_segment_sum_eager_fallback "
        "xdivy xdivy_eager_fallback xlogy xlogy_eager_fallback zeta zeta_eager_fallback "
    ),
    "tf.contrib.quantize": ("experimental_create_eval_graph experimental_create_training_graph "),
    "tf.contrib.recurrent": ("bidirectional_functional_rnn functional_rnn "),
    "tf.contrib.rnn": (
        "stack_bidirectional_dynamic_rnn stack_bidirectional_rnn static_bidirectional_rnn static_rnn "
        "static_state_saving_rnn "
    ),
    "tf.contrib.rpc": ("rpc try_rpc "),
    "tf.contrib.seq2seq": ("dynamic_decode gather_tree hardmax sequence_loss tile_batch "),
    "tf.contrib.signal": (
        "frame hamming_window hann_window inverse_stft inverse_stft_window_fn linear_to_mel_weight_matrix "
        "mfccs_from_log_mel_spectrograms overlap_and_add stft "
    ),
    "tf.contrib.slim": (
        "adaptive_clipping_fn avg_pool2d avg_pool3d batch_norm bias_add bow_encoder bucketize conv1d "
        "conv2d conv2d_in_plane conv2d_transpose conv3d conv3d_transpose convolution convolution1d "
        "convolution2d convolution2d_in_plane convolution2d_transpose convolution3d "
        "convolution3d_transpose dense_to_sparse dropout elu embed_sequence "
        "embedding_lookup_sparse_with_distributed_aggregation embedding_lookup_unique flatten "
        "fully_connected gdn global_variable group_norm images_to_sequence input_from_feature_columns "
        "instance_norm joint_weighted_sum_from_feature_columns layer_norm legacy_fully_connected "
        "legacy_linear legacy_relu linear local_variable max_pool2d max_pool3d maxout one_hot_encoding "
        "optimize_loss parse_feature_columns_from_examples parse_feature_columns_from_sequence_examples "
        "pool relu relu6 safe_embedding_lookup_sparse scattered_embedding_lookup "
        "scattered_embedding_lookup_sparse separable_conv2d separable_convolution2d "
        "sequence_input_from_feature_columns sequence_to_images softmax sparse_feature_cross "
        "spatial_softmax unit_norm weighted_sum_from_feature_columns "
    ),
    "tf.contrib.sparsemax": ("sparsemax sparsemax_loss "),
    "tf.contrib.stateless": (
        "stateless_multinomial stateless_random_normal stateless_random_uniform stateless_truncated_normal "
    ),
    "tf.contrib.summary": ("create_db_writer eval_dir flush graph import_event "),
    "tf.contrib.tpu": (
        "batch_parallel cross_replica_sum infeed_dequeue infeed_dequeue_tuple infeed_enqueue "
        "infeed_enqueue_tuple outfeed_dequeue outfeed_dequeue_tuple outfeed_enqueue outfeed_enqueue_tuple "
        "repeat replicate rewrite shard while_loop "
    ),
    "tf.contrib.training": (
        "batch_sequences_with_states bucket bucket_by_sequence_length rejection_sample resample_at_rate "
        "stratified_sample weighted_resample "
    ),
    "tf.data.experimental": ("from_list index_table_from_dataset table_from_dataset "),
    "tf.experimental.dtensor": ("relayout relayout_like "),
    "tf.manip": ("batch_to_space_nd gather_nd reshape reverse roll scatter_nd space_to_batch_nd tile "),
    "tf.metrics": (
        "accuracy auc average_precision_at_k false_negatives false_negatives_at_thresholds "
        "false_positives false_positives_at_thresholds mean mean_absolute_error mean_cosine_distance "
        "mean_iou mean_per_class_accuracy mean_relative_error mean_squared_error mean_tensor "
        "percentage_below precision precision_at_k precision_at_thresholds precision_at_top_k recall "
        "recall_at_k recall_at_thresholds recall_at_top_k root_mean_squared_error "
        "sensitivity_at_specificity sparse_average_precision_at_k sparse_precision_at_k "
        "specificity_at_sensitivity true_negatives true_negatives_at_thresholds true_positives "
        "true_positives_at_thresholds "
    ),
    "tf.quantization": (
        "dequantize fake_quant_with_min_max_args fake_quant_with_min_max_args_gradient "
        "fake_quant_with_min_max_vars fake_quant_with_min_max_vars_gradient "
        "fake_quant_with_min_max_vars_per_channel fake_quant_with_min_max_vars_per_channel_gradient "
        "quantize quantize_and_dequantize quantize_and_dequantize_v2 quantized_concat "
    ),
    "tf.tpu": ("batch_parallel cross_replica_sum replicate rewrite shard "),
    "tf.train": (
        "batch batch_join cosine_decay cosine_decay_restarts exponential_decay input_producer "
        "inverse_time_decay limit_epochs linear_cosine_decay match_filenames_once maybe_batch "
        "maybe_batch_join maybe_shuffle_batch maybe_shuffle_batch_join natural_exp_decay "
        "noisy_linear_cosine_decay piecewise_constant piecewise_constant_decay polynomial_decay "
        "range_input_producer sdca_fprint sdca_optimizer sdca_shrink_l1 shuffle_batch shuffle_batch_join "
        "slice_input_producer string_input_producer "
    ),
}
OPERATIONS = frozenset(f"{module}.{name}" for module, found in _NAMES.items() for name in found.split())
